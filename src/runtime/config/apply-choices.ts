import type { Static } from 'typebox'
import type { AskedEmbeddings, askEmbeddings } from '../../adapters/embeddings/ask-embeddings.js'
import { MODEL_ROLES, type ModelRole } from '../../adapters/model/choose-model.js'
import { StartError } from '../process/start-error.js'
import type { ConfigSchema } from './config-schema.js'
import type { WrittenEmbeddings } from './embeddings-config.js'
import type { ProviderConfig } from './model-provider-config.js'
import {
  type ChosenProvider,
  type ProviderChoice,
  readProviderChoice,
  shownChoice,
} from './provider-choice.js'
import type { Environment } from './secret-source.js'

/** Of flags and variables; they win over the file. */
export type ProviderChoices = Readonly<Partial<Record<ModelRole, ProviderChoice>>>

type RawConfig = Static<typeof ConfigSchema>

type ModelSection = {
  readonly default?: string
  readonly providers?: Readonly<Record<string, ProviderConfig>>
}
/** The configuration after the choices: their providers are among those of the file, and are the defaults. */
type ChosenConfig = Omit<RawConfig, 'llm' | 'vision' | 'embeddings'> & {
  readonly llm?: ModelSection & Pick<NonNullable<RawConfig['llm']>, 'stub'>
  readonly vision?: ModelSection
  readonly embeddings?: WrittenEmbeddings
}

/** The addresses of OpenAI's shape at vendors that have another one for language models. */
const OPENAI_SHAPE: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta/openai',
}

type AskEmbeddings = (asked: AskedEmbeddings) => ReturnType<typeof askEmbeddings>

export type ChoiceContext = {
  readonly env: Environment
  /** Asks a provider of embeddings for what the choice leaves open. */
  readonly askEmbeddings: AskEmbeddings
}

/** Rejects with a StartError for a choice that cannot be used. */
export async function withChoices(
  written: RawConfig,
  choices: ProviderChoices,
  context: ChoiceContext,
): Promise<ChosenConfig> {
  const chosen: Record<string, unknown> = {}
  for (const role of MODEL_ROLES) {
    const section = written[role]
    const byFile = section !== undefined && 'default' in section ? section.default : undefined
    const choice =
      choices[role] ?? (byFile === undefined ? undefined : { text: byFile, source: `${role}.default` })
    if (choice === undefined) continue
    const providers = section !== undefined && 'providers' in section ? (section.providers ?? {}) : {}
    // A default that names nothing is reported with its line in the file.
    if (choices[role] === undefined && !/[:/]/.test(choice.text) && !isVendor(choice.text)) continue
    chosen[role] = await chosenSection(role, { choice, section, providers, context })
  }
  // The sections are those of the file, with providers of the shape that each role has.
  return { ...written, ...chosen } as ChosenConfig
}

const isVendor = (text: string): boolean => ['ollama', 'openai', 'anthropic', 'google'].includes(text)

type Chosen = {
  readonly choice: ProviderChoice
  readonly section: object | undefined
  readonly providers: Readonly<Record<string, object>>
  readonly context: ChoiceContext
}

async function chosenSection(
  role: ModelRole,
  { choice, section, providers, context }: Chosen,
): Promise<object> {
  const found = readProviderChoice(role, choice.text, { env: context.env, known: Object.keys(providers) })
  if ('problem' in found) {
    throw new StartError(`${choice.source} ${shownChoice(choice.text)}: ${found.problem}.`, found.hint)
  }
  if (role === 'embeddings')
    return 'provider' in found ? toEmbeddings(found, choice, context) : { kind: 'hash' }
  const added = 'program' in found ? found.program : addedProvider(role, found, providers)
  return {
    ...section,
    default: found.name,
    providers: added === undefined ? providers : { ...providers, [found.name]: added },
  }
}

function addedProvider(
  role: ModelRole,
  found: FoundProvider,
  providers: Chosen['providers'],
): object | undefined {
  return 'provider' in found ? toProvider(role, found.provider) : withModel(providers, found)
}

type FoundProvider = Exclude<ChosenProvider, { readonly problem: string } | { readonly program: object }>

const withModel = (
  providers: Chosen['providers'],
  { name, model }: { readonly name: string; readonly model?: string | undefined },
): object | undefined => (model === undefined ? undefined : { ...providers[name], model })

const toProvider = (role: ModelRole, provider: ProviderConfig): object =>
  role === 'tts' || role === 'stt' ? openAiShape(provider, role) : provider

async function toEmbeddings(
  { name, provider }: { readonly name: string; readonly provider: ProviderConfig },
  choice: ProviderChoice,
  { env, askEmbeddings }: ChoiceContext,
): Promise<object> {
  const embeddings = openAiShape(provider, 'embeddings')
  const { kind, apiKeyEnv } = provider
  const answer = await askEmbeddings({
    kind,
    baseUrl: provider.baseUrl ?? embeddings.baseUrl,
    embeddingsUrl: embeddings.baseUrl,
    model: embeddings.model,
    apiKey: apiKeyEnv === undefined ? undefined : env[apiKeyEnv]?.trim(),
    headers: {},
    knownLengths: (model) => DIMENSIONS.get(model.replace(/:latest$/, '')),
  })
  if (!('problem' in answer)) return { ...embeddings, ...answer, name }
  const separator = kind === 'openai-compatible' ? '#' : ':'
  throw new StartError(
    `${choice.source} ${shownChoice(choice.text)}: ${answer.problem}.`,
    provider.model === undefined
      ? `Vectors are kept by model: let it run, or give ${shownChoice(choice.text)}${separator}MODEL.`
      : 'Vectors are kept by length: let it run, or configure embeddings in the file of --config, with dimensions.',
  )
}

/** The lengths of the vectors of usual models. They are stored under their length, so it must be known before any is. */
const DIMENSIONS: ReadonlyMap<string, number> = new Map([
  ['text-embedding-3-small', 1536],
  ['text-embedding-3-large', 3072],
  ['text-embedding-ada-002', 1536],
  ['gemini-embedding-001', 3072],
  ['nomic-embed-text', 768],
  ['embeddinggemma', 768],
  ['mxbai-embed-large', 1024],
  ['snowflake-arctic-embed', 1024],
  ['bge-m3', 1024],
  ['all-minilm', 384],
])

/** Models for what has no conversation, of vendors that have a usual one. */
const USUAL_MODELS: Readonly<Record<SpokenRole, Readonly<Record<string, string>>>> = {
  tts: { openai: 'gpt-4o-mini-tts' },
  stt: { openai: 'gpt-4o-mini-transcribe' },
  embeddings: { openai: 'text-embedding-3-small', google: 'gemini-embedding-001' },
}
type SpokenRole = 'tts' | 'stt' | 'embeddings'

/** Voices, recognisers and embeddings have one shape, whoever offers them. */
function openAiShape(provider: ProviderConfig, role: SpokenRole) {
  const { kind, baseUrl = '', baseUrlSource, apiKeyEnv } = provider
  const address = kind === 'ollama' ? `${baseUrl}/v1` : (OPENAI_SHAPE[kind] ?? baseUrl)
  return {
    ...{ kind: 'openai-compatible' as const, baseUrl: address },
    model: provider.model ?? USUAL_MODELS[role][kind],
    ...(apiKeyEnv !== undefined && { apiKeyEnv }),
    ...(baseUrlSource !== undefined && { baseUrlSource }),
  }
}
