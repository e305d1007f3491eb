import { hasModel, MODEL_ROLES, type ModelRole, modelsFor } from '../../adapters/model/choose-model.js'
import { type ModelFailure, sentenceOf } from '../../adapters/model/failure.js'
import {
  findMeantAddress,
  type ListedProvider,
  listModels,
  type ModelList,
  type OfferedModel,
} from '../../adapters/model/list-models.js'
import type { ModelProvider, ProviderKind } from '../../adapters/model/provider.js'
import { createTransport, type Transport } from '../../adapters/model/transport.js'
import { redactedAddress } from '../../adapters/provider-failure.js'
import type { SpeechProgram } from '../../adapters/speech/provider.js'
import { chooseSpeechModel } from '../../adapters/speech/speech-model.js'
import { checkProgram } from '../../adapters/speech/system-programs.js'
import type { ProviderStatus } from '../../contract/providers.js'
import type { Timers } from '../../domain/clock.js'
import type { Config } from '../config/config.js'
import { KEY_VARIABLES } from '../config/model-provider-config.js'
import type { Settings } from '../config/settings.js'
import { closestWord } from '../config/similar-words.js'

type CheckDeps = { readonly timers: Pick<Timers, 'after' | 'elapsed'>; readonly transport: Transport }

/** Asks every provider of the configuration, all at the same time. Never rejects. */
export async function checkProviders(
  { config, path }: Pick<Settings, 'config' | 'path'>,
  timers: CheckDeps['timers'],
): Promise<readonly ProviderStatus[]> {
  const transport = createTransport()
  try {
    return await Promise.all(
      listConfigured(config).map((each) => {
        if (each.program !== undefined) return programStatus(each, each.program, path)
        return each.provider === undefined
          ? builtIn(each)
          : checkProvider({ timers, transport }, each, each.provider)
      }),
    )
  } finally {
    await transport.close()
  }
}

type CheckedProvider = ListedProvider &
  Pick<ModelProvider, 'baseUrlSource' | 'apiKeySource'> & { readonly model: string | undefined }

type Configured = {
  readonly role: ModelRole
  readonly name: string
  readonly isDefault: boolean
  /** Undefined: built in. */
  readonly provider: CheckedProvider | undefined
  readonly program?: SpeechProgram
}

function listConfigured(config: Config): readonly Configured[] {
  const { llm, tts, stt, vision, embeddings } = config
  const compatible = { kind: 'openai-compatible' as const }
  const sections: readonly {
    readonly role: Exclude<ModelRole, 'embeddings'>
    readonly provider: CheckedProvider & { readonly name: string }
  }[] = [
    ...llm.providers.map((provider) => ({ role: 'llm' as const, provider })),
    ...tts.providers.map((provider) => ({ role: 'tts' as const, provider: { ...provider, ...compatible } })),
    ...stt.providers
      .filter(({ kind }) => kind === 'openai-compatible')
      .map((provider) => ({ role: 'stt' as const, provider: { ...provider, ...compatible } })),
    ...vision.providers.map((provider) => ({ role: 'vision' as const, provider })),
  ]
  const defaults = { llm: llm.default, tts: tts.default, stt: stt.default, vision: vision.default }
  const roles = ['llm', 'tts', 'stt', 'vision'] as const
  const named = sections.map(({ role, provider }) => ({
    ...{ role, name: provider.name, isDefault: provider.name === defaults[role], provider },
  }))
  const programs = (['tts', 'stt'] as const).flatMap((role) =>
    config[role].programs.map((program) => ({
      ...{ role, name: program.name, isDefault: program.name === defaults[role] },
      ...{ provider: undefined, program },
    })),
  )
  const builtInDefaults = roles
    .filter((role) => ![...named, ...programs].some((each) => each.role === role && each.isDefault))
    .map((role) => ({ role, name: defaults[role], isDefault: true, provider: undefined }))
  const vectors = embeddings.kind === 'openai-compatible' ? embeddings : undefined
  return [
    ...roles.flatMap((role) =>
      [...builtInDefaults, ...named, ...programs].filter((each) => each.role === role),
    ),
    { role: 'embeddings', name: vectors?.name ?? embeddings.kind, isDefault: true, provider: vectors },
  ]
}

const builtIn = ({ role, name, isDefault }: Configured): ProviderStatus => ({
  ...{ role, name, kind: name, isDefault, address: null, model: null, isModelChosen: false },
  ...{ status: 'built_in', models: null, problem: null, hint: null },
})

async function programStatus(
  { role, name, isDefault }: Configured,
  program: SpeechProgram,
  path: string,
): Promise<ProviderStatus> {
  const failure = await checkProgram(program, path)
  return {
    ...{ role, name, kind: program.kind, isDefault, address: null },
    ...{ model: program.model, isModelChosen: false, models: null },
    ...{ status: failure === undefined ? ('ok' as const) : ('failed' as const) },
    ...{ problem: failure?.problem ?? null, hint: failure?.hint ?? null },
  }
}

async function checkProvider(
  deps: CheckDeps,
  configured: Configured,
  provider: CheckedProvider,
): Promise<ProviderStatus> {
  const { role, name, isDefault } = configured
  const { kind, model } = provider
  const startedAt = deps.timers.elapsed()
  const list = await listModels(deps, provider)
  const ms = Math.round(deps.timers.elapsed() - startedAt)
  const about = {
    ...{ role, name, kind, isDefault, address: redactedAddress(provider.baseUrl) },
    ...{ isModelChosen: model === undefined, ms },
  }
  if ('failure' in list || list.models === undefined) {
    const meantUrl = await findMeantAddress(deps, provider, list)
    const outcome =
      meantUrl === undefined ? withoutList(list, { role, provider }) : elsewhere(meantUrl, model)
    return { ...about, model: model ?? null, models: null, ...outcome }
  }
  const { models } = list
  const idsFor = (each: ModelRole) => modelsFor(each, { kind, models }).map(({ id }) => id)
  const able = idsFor(role)
  const chosen = model ?? able[0] ?? speechModel(role, models)
  const offers = MODEL_ROLES.map((each) => ({ role: each, models: idsFor(each) }))
  const known = new Set(offers.flatMap((offer) => offer.models))
  const other = models.map(({ id }) => id).filter((id) => !known.has(id))
  return {
    ...{ ...about, model: chosen ?? null, models: able },
    offers: [...offers, { role: 'other' as const, models: other }].filter((offer) => offer.models.length > 0),
    ...(chosen === undefined || !hasModel(models, chosen)
      ? missingModel({ role, model, chosen }, { kind, able })
      : { status: 'ok' as const, problem: null, hint: null }),
  }
}

/** Servers of one model take any name. */
const speechModel = (role: ModelRole, models: readonly OfferedModel[]): string | undefined => {
  if (role === 'tts') return chooseSpeechModel('voice', models)
  return role === 'stt' ? chooseSpeechModel('recogniser', models) : undefined
}

type Outcome = Pick<ProviderStatus, 'status' | 'problem' | 'hint'>
type Asked = { readonly role: ModelRole; readonly provider: CheckedProvider }

function elsewhere(meantUrl: string, model: string | undefined): Outcome {
  const address = redactedAddress(meantUrl)
  return {
    status: 'failed',
    problem: `It has no list of models here, but at ${address}`,
    hint: `Did you mean ${address}${model === undefined ? '' : `#${model}`}?`,
  }
}

/** It failed, or something answered that has no list: nothing is known then of a model that is named. */
function withoutList(list: ModelList, { role, provider }: Asked): Outcome {
  if ('failure' in list) {
    const problem = `${sentenceOf(list.failure).replace('The language model', 'It')}${factsOf(list.failure)}`
    return { status: 'failed', problem, hint: hintFor(list.failure, { role, provider }) }
  }
  // A voice or a recogniser without a list takes any name.
  if (provider.model === undefined && role !== 'tts' && role !== 'stt') {
    return {
      status: 'failed',
      problem: 'It has no list of models to choose from',
      hint: `Name a model: ${redactedAddress(provider.baseUrl)}#MODEL. ${ADDRESS_HINT}`,
    }
  }
  return { status: 'unchecked', problem: 'It has no list of models: not checked', hint: ADDRESS_HINT }
}

const ADDRESS_HINT =
  'If it does not answer, check the address: it ends where the routes begin, such as http://127.0.0.1:8080/v1.'

const factsOf = ({ status, code }: ModelFailure): string => {
  const fact = status === undefined ? code : `HTTP ${status}`
  return fact === undefined ? '' : ` (${fact})`
}

const SHOWN_MODELS = 5

type Offer = { readonly kind: ProviderKind; readonly able: readonly string[] }

type Missing = {
  readonly role: ModelRole
  readonly model: string | undefined
  readonly chosen: string | undefined
}

function missingModel({ role, model, chosen }: Missing, { kind, able }: Offer): Outcome {
  if (model === undefined && chosen !== undefined) {
    const what = role === 'tts' ? 'voice' : 'recogniser'
    return {
      status: 'unchecked',
      problem: `It lists no model that is known as a ${what}: ${chosen} is asked for`,
      hint: 'Name one if it refuses that.',
    }
  }
  const shown = able.slice(0, SHOWN_MODELS).join(', ')
  const more = able.length > SHOWN_MODELS ? ` and ${able.length - SHOWN_MODELS} more` : ''
  const has = able.length === 0 ? 'None can do this.' : `There are ${shown}${more}.`
  const pull = kind === 'ollama' ? ` \`ollama pull ${model ?? 'MODEL'}\` fetches one.` : ''
  const closest = model === undefined ? undefined : closestWord(model, able)
  const meant = closest === undefined ? '' : `Did you mean ${closest}? `
  return {
    status: 'failed',
    problem: model === undefined ? 'It has no model that can do this' : `It has no model ${model}`,
    hint: `${meant}${has}${pull}`,
  }
}

/** What happens until a provider answers. */
const MEANWHILE: Readonly<Record<ModelRole, string>> = {
  llm: 'Turns fail until it answers.',
  tts: 'Replies have no sound until it answers.',
  stt: 'Nobody is understood by voice until it answers.',
  vision: 'Pictures fail until it answers.',
  embeddings: 'Until it answers, memories and documents are found by their words alone.',
}

function hintFor({ reason }: ModelFailure, { role, provider }: Asked): string {
  const { kind, baseUrl, apiKeySource } = provider
  const [usualKey] = KEY_VARIABLES[kind]
  const key = apiKeySource ?? usualKey
  switch (reason) {
    case 'unreachable':
    case 'late':
      return `${startHint(provider)} ${MEANWHILE[role]}`
    case 'wrong_key':
      return key === undefined
        ? 'Configure it in the file of --config, with its key in apiKeyEnv or apiKeyFile.'
        : `Check the key in ${key}.`
    case 'not_found':
    case 'garbled':
    case 'web_page':
      if (kind === 'openai-compatible')
        return 'Check the address: it ends where the routes begin, such as http://127.0.0.1:8080/v1.'
      return `${redactedAddress(baseUrl)} is not ${NAMES[kind]}: check ${addressSource(provider)}.`
    case 'busy':
      return 'Wait, or choose another provider.'
    default:
      return 'See what the provider logs. Turns may fail.'
  }
}

const NAMES: Readonly<Record<ProviderKind, string>> = {
  ollama: 'Ollama',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  'openai-compatible': 'a server with the routes of OpenAI',
}

/** What to correct when the address is wrong. */
function addressSource({ kind, baseUrlSource }: CheckedProvider): string {
  if (baseUrlSource === undefined) return 'its baseUrl'
  return baseUrlSource === 'default' && kind === 'ollama'
    ? 'what listens there, or set OLLAMA_HOST'
    : baseUrlSource
}

function startHint(provider: CheckedProvider): string {
  const { kind, baseUrl, baseUrlSource } = provider
  if (kind !== 'ollama') return `Check that a server runs at ${redactedAddress(baseUrl)}.`
  const elsewhere =
    baseUrlSource === 'default' ? 'set OLLAMA_HOST to where it runs' : `correct ${addressSource(provider)}`
  return `Start it with \`ollama serve\`, or ${elsewhere}.`
}
