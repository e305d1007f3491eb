import { hasModel, type ModelRole, modelsFor } from '../../adapters/model/choose-model.js'
import { type ModelFailure, sentenceOf } from '../../adapters/model/failure.js'
import { type ListedProvider, listModels } from '../../adapters/model/list-models.js'
import type { ProviderKind } from '../../adapters/model/provider.js'
import { createTransport, type Transport } from '../../adapters/model/transport.js'
import { redactedAddress } from '../../adapters/provider-failure.js'
import type { SpeechProgram } from '../../adapters/speech/provider.js'
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

type Configured = {
  readonly role: ModelRole
  readonly name: string
  readonly isDefault: boolean
  /** Undefined: built in. */
  readonly provider: (ListedProvider & { readonly model: string | undefined }) | undefined
  readonly program?: SpeechProgram
}

function listConfigured(config: Config): readonly Configured[] {
  const { llm, tts, stt, vision, embeddings } = config
  const sections = [
    ...[...llm.providers].map((provider) => ({ role: 'llm' as const, provider })),
    ...[...tts.providers].map((provider) => ({
      role: 'tts' as const,
      provider: { ...provider, kind: 'openai-compatible' as const },
    })),
    ...[...stt.providers]
      .filter(({ kind }) => kind === 'openai-compatible')
      .map((provider) => ({
        role: 'stt' as const,
        provider: { ...provider, kind: 'openai-compatible' as const },
      })),
    ...[...vision.providers].map((provider) => ({ role: 'vision' as const, provider })),
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
  return [
    ...roles.flatMap((role) =>
      [...builtInDefaults, ...named, ...programs].filter((each) => each.role === role),
    ),
    {
      ...{ role: 'embeddings', name: embeddings.kind, isDefault: true },
      provider: embeddings.kind === 'openai-compatible' ? embeddings : undefined,
    },
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
  { role, name, isDefault }: Configured,
  provider: NonNullable<Configured['provider']>,
): Promise<ProviderStatus> {
  const { kind, model } = provider
  const startedAt = deps.timers.elapsed()
  const list = await listModels(deps, provider)
  const ms = Math.round(deps.timers.elapsed() - startedAt)
  const address = redactedAddress(provider.baseUrl)
  const about = { role, name, kind, isDefault, address, isModelChosen: model === undefined }
  if ('failure' in list) {
    const problem = `${sentenceOf(list.failure).replace('The language model', 'It')}${factsOf(list.failure)}`
    return {
      ...{ ...about, model: model ?? null, status: 'failed', ms, models: null, problem },
      hint: hintFor(list.failure, { kind, address }),
    }
  }
  const able = modelsFor(role, { kind, models: list.models ?? [] }).map(({ id }) => id)
  const chosen = model ?? able[0]
  const isMissing = chosen === undefined || (list.models !== undefined && !hasModel(list.models, chosen))
  const known = list.models === undefined ? null : able
  return {
    ...{ ...about, model: chosen ?? null, status: isMissing && list.models !== undefined ? 'failed' : 'ok' },
    ...{ ms, models: known, problem: null, hint: null },
    ...(isMissing && list.models !== undefined && missingModel(chosen, { kind, able })),
  }
}

const factsOf = ({ status, code }: ModelFailure): string => {
  const fact = status === undefined ? code : `HTTP ${status}`
  return fact === undefined ? '' : ` (${fact})`
}

const SHOWN_MODELS = 5

type Offer = { readonly kind: ProviderKind; readonly able: readonly string[] }

function missingModel(model: string | undefined, { kind, able }: Offer) {
  const shown = able.slice(0, SHOWN_MODELS).join(', ')
  const more = able.length > SHOWN_MODELS ? ` and ${able.length - SHOWN_MODELS} more` : ''
  const has = able.length === 0 ? 'None can do this.' : `There are ${shown}${more}.`
  const pull = kind === 'ollama' ? ` \`ollama pull ${model ?? 'MODEL'}\` fetches one.` : ''
  const closest = model === undefined ? undefined : closestWord(model, able)
  const meant = closest === undefined ? '' : `Did you mean ${closest}? `
  return {
    problem: model === undefined ? 'It has no model that can do this' : `It has no model ${model}`,
    hint: `${meant}${has}${pull}`,
  }
}

function hintFor(
  { reason }: ModelFailure,
  { kind, address }: { readonly kind: ProviderKind; readonly address: string },
): string {
  const [key] = KEY_VARIABLES[kind]
  switch (reason) {
    case 'unreachable':
    case 'late':
      if (kind === 'ollama')
        return 'Start it with `ollama serve`, or set OLLAMA_HOST to where it runs. Turns fail until then.'
      return `Check that a server runs at ${address}. Turns fail until it answers.`
    case 'wrong_key':
      return key === undefined
        ? 'Configure it in the file of --config, with its key in apiKeyEnv or apiKeyFile.'
        : `Check the key in ${key}.`
    case 'not_found':
    case 'garbled':
      return 'Check the address: it ends where the routes begin, such as http://127.0.0.1:8080/v1.'
    case 'busy':
      return 'Wait, or choose another provider.'
    default:
      return 'See what the provider logs. Turns may fail.'
  }
}
