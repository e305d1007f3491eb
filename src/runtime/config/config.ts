import { dirname, resolve } from 'node:path'
import { type AskedEmbeddings, askEmbeddings } from '../../adapters/embeddings/ask-embeddings.js'
import type { ModelProvider } from '../../adapters/model/provider.js'
import type { ReplyScript } from '../../adapters/model/stub/script.js'
import { createTransport } from '../../adapters/model/transport.js'
import { VOICE_TIMINGS, type VoiceTimings } from '../../domain/voice/settings.js'
import { createTimers } from '../process/timers.js'
import { type ProviderChoices, withChoices } from './apply-choices.js'
import { type BlobsConfig, readBlobsConfig } from './blobs-config.js'
import { ConfigSchema } from './config-schema.js'
import { type EmbeddingsConfig, readEmbeddingsConfig } from './embeddings-config.js'
import {
  isHttpUrl,
  type ProviderConfig,
  readModelProvider,
  referenceProblems,
} from './model-provider-config.js'
import { DEFAULT_MODEL3D, type Model3dConfig, readModel3dConfig } from './model3d-config.js'
import { readReplyScript } from './reply-script.js'
import type { SchemaProblem } from './schema-problems.js'
import type { ConfigContext, Environment } from './secret-source.js'
import {
  type RecognisersConfig,
  readRecognisersConfig,
  readVoicesConfig,
  type VoicesConfig,
} from './speech-config.js'
import { readValidatedYaml } from './validated-yaml.js'

/**
 * The settings of `--config FILE`. Paths are relative to the file's folder.
 *
 * | key | default | meaning |
 * |---|---|---|
 * | `llm.default` | the first provider, else `stub` | provider of characters whose `llm.provider` is `default` or unknown |
 * | `llm.providers.<name>.kind` | required | `openai-compatible`, `anthropic` or `google` |
 * | `….model` | required | model of characters whose `llm.model` is `default` |
 * | `….baseUrl` | the vendor's | required for `openai-compatible`; without `/chat/completions` |
 * | `….apiKeyEnv` | | environment variable that holds the key; required for the other kinds, or `apiKeyFile` |
 * | `….apiKeyFile` | | file that holds the key |
 * | `….headers` | none | more request headers, name to text |
 * | `….sendTemperature` | `true` | `false` for models that accept only their default temperature |
 * | `….maxTokensField` | `max_tokens` | or `max_completion_tokens`; only for `openai-compatible` |
 * | `….firstTokenSeconds` | 30 | longest wait for the first token |
 * | `….idleSeconds` | 15 | longest wait between two tokens |
 * | `….totalSeconds` | 120 | longest reply |
 * | `llm.stub.script` | none | reply script of the stub: pattern to reply |
 * | `llm.stub.pace` | `natural` | or `instant` |
 * | `tts.default`, `stt.default` | the first provider, else `stub` | provider of characters whose setting is `default`; `system`: programs of the machine |
 * | `tts.providers.<name>.kind` | required | `openai-compatible`; for `stt` also `streaming` (Deepgram's shape, `ws` or `wss`) |
 * | `….model`, `….baseUrl`, `….apiKeyEnv`, `….apiKeyFile`, `….headers` | | as above |
 * | `….voice` | `alloy` | voice of characters without one; only for `tts`, as the next two |
 * | `….format`, `….pcmRate` | `pcm`, 24000 | or `wav` for servers that send no raw samples |
 * | `….firstTokenSeconds`, `….idleSeconds`, `….totalSeconds` | 10, 10, 120 | longest waits |
 * | `vision.default` | the first provider, else `stub` | provider of characters whose `vlm.model` is `default` or no provider's name |
 * | `vision.providers.<name>.…` | | as in `llm.providers` |
 * | `voice.vad.startMs`, `….startShare`, `….endMs` | 200, .6, 500 | speech starts and ends; milliseconds, a share of frames |
 * | `voice.keptMs`, `….endpointMs`, … | | turn detection and barge-in: names and defaults of `VOICE_TIMINGS` |
 * | `embeddings.kind` | `hash` | or `openai-compatible`, or `local` for a model in this process |
 * | `….model` | required except for `hash` | name of the model; for `local` a folder below `folder` |
 * | `….dimensions` | required except for `hash` | length of the vectors |
 * | `….baseUrl` | required for `openai-compatible` | without `/embeddings` |
 * | `….apiKeyEnv`, `….apiKeyFile`, `….headers` | none | as above; only for `openai-compatible` |
 * | `….sendDimensions` | `false` | whether requests name the wanted length |
 * | `….timeoutSeconds` | 30 | longest wait for a response |
 * | `….folder` | required for `local` | contains the model |
 * | `memories.extraction` | `llm.default`, or `rules` | provider that extracts memories from conversations, or `rules` |
 * | `model3d.provider` | `stub` | or `none` (POST model answers 503), or `meshy` for a service with Meshy's API |
 * | `….quota` | none | models of an account in a day (UTC); beyond it 429 |
 * | `….advance` | `polls` | the stub advances with each poll, or as `time` passes, or finishes `at-once` |
 * | `….secondsPerStage` | 5 | duration of each stage with `time` |
 * | `….fail` | nowhere | the stage at which it fails; `start`: POST model answers 502 |
 * | `….baseUrl` | Meshy's | without `/v2/text-to-3d`; only for `meshy`, as the next three |
 * | `….apiKeyEnv`, `….apiKeyFile`, `….headers` | | as above; one of the keys is required |
 * | `….timeoutSeconds` | 4 | longest wait for a response |
 * | `….actionId` | 0 | number of an animation in its library, for rigged models |
 * | `batches.enabled` | `true` | `false`: submits, retries and document additions answer 503 |
 * | `stopSeconds` | 2 | how long open requests and work on memories and documents may delay a stop |
 * | `drainSeconds` | 0 | with `members`: how long a server that is told to stop is not ready, before its sessions end |
 * | `store` | none | PostgreSQL database for the records, `postgres://USER@HOST/DATABASE` |
 * | `standby` | `false` | wait while another server serves the database, and take over when it ends |
 * | `members` | `false` | serve the database beside other servers that do the same |
 * | `workers` | none | so many processes, from 1 to 16, serve the database together; each is a member |
 * | `blobs.url` | none | bucket for the files, `s3://BUCKET/PREFIX` |
 * | `….endpoint`, `….region`, `….pathStyle` | AWS, `us-east-1`, `true` with an endpoint | the S3 API |
 * | `….accessKeyId`, `….secretKeyEnv`, `….secretKeyFile` | `AWS_…` | the key; the id needs one of the others |
 * | `identity.issuer` | the built-in issuer | issuer of ID tokens |
 * | `identity.audience` | required with `issuer` | audience that ID tokens must name |
 * | `identity.jwksUri` | found by OpenID Connect discovery | URL of its public keys |
 */
export type Config = {
  readonly llm: {
    /** The name of a provider, or `stub`. */
    readonly default: string
    readonly providers: readonly ModelProvider[]
    readonly stub: {
      readonly script: ReplyScript | undefined
      readonly pace: 'natural' | 'instant' | undefined
    }
  }
  readonly vision: {
    /** The name of a provider, or `stub`. */
    readonly default: string
    readonly providers: readonly ModelProvider[]
  }
  readonly tts: VoicesConfig
  readonly stt: RecognisersConfig
  readonly voice: VoiceTimings
  readonly embeddings: EmbeddingsConfig
  readonly memories: {
    /** The name of a provider, or `rules`. */
    readonly extraction: string
    /** Whether the file says so. */
    readonly isConfigured: boolean
  }
  readonly model3d: Model3dConfig
  readonly batches: { readonly enabled: boolean }
  /** How long a stop may take. */
  readonly stopSeconds: number
  /** With `members`: how long a stop waits until load balancers have noticed that this server is not ready any more. */
  readonly drainSeconds: number
  /** The address of a database, which may hold a password; undefined: records are in the data folder. */
  readonly store: string | undefined
  readonly standby: boolean | undefined
  readonly members: boolean | undefined
  readonly workers: number | undefined
  readonly blobs: BlobsConfig
  /** Undefined: the built-in issuer. */
  readonly identity: ExternalIdentityConfig | undefined
}

export type ExternalIdentityConfig = {
  readonly issuer: string
  readonly audience: string
  readonly jwksUri?: string
}

/** Without `--config`: stubs only. */
export const DEFAULT_CONFIG: Config = {
  llm: { default: 'stub', providers: [], stub: { script: undefined, pace: undefined } },
  vision: { default: 'stub', providers: [] },
  tts: { default: 'builtin', providers: [], programs: [] },
  stt: { default: 'stub', providers: [], programs: [] },
  voice: VOICE_TIMINGS,
  embeddings: { kind: 'hash' },
  memories: { extraction: 'rules', isConfigured: false },
  model3d: DEFAULT_MODEL3D,
  batches: { enabled: true },
  stopSeconds: 2,
  drainSeconds: 0,
  store: undefined,
  standby: undefined,
  members: undefined,
  workers: undefined,
  blobs: {},
  identity: undefined,
}

async function askOverNetwork(asked: AskedEmbeddings) {
  const transport = createTransport()
  try {
    return await askEmbeddings({ transport, timers: createTimers() }, asked)
  } finally {
    await transport.close()
  }
}

/**
 * Reads the file, if there is one, and applies the choices over its `default` keys. Throws a DomainError of kind `invalid`
 * with one sentence per problem of the file, each on its own line, and a StartError for a choice that cannot be used.
 */
export async function readConfig(
  path: string | undefined,
  env: Environment,
  choices: ProviderChoices = {},
): Promise<Config> {
  const { value: written, rejectWith } =
    path === undefined
      ? { value: {}, rejectWith: () => undefined }
      : await readValidatedYaml(path, ConfigSchema)
  const value = await withChoices(written, choices, { env, askEmbeddings: askOverNetwork })
  const { stopSeconds, drainSeconds } = { ...DEFAULT_CONFIG, ...value }
  const { llm = {}, vision = {}, memories = {}, batches = {}, identity } = value
  const folder = dirname(resolve(path ?? '.'))

  const models = await readProviders('llm', llm.providers, { env, folder })
  const visionModels = await readProviders('vision', vision.providers, { env, folder })
  const { providers } = models
  const { embeddings, problems } = await readEmbeddingsConfig(value.embeddings, { env, folder })
  const voices = await readVoicesConfig(value.tts, { env, folder })
  const recognisers = await readRecognisersConfig(value.stt, { env, folder })
  const model3d = await readModel3dConfig(value.model3d, { env, folder })
  const { config: blobs, ...blobsOutcome } = await readBlobsConfig(value.blobs, { env, folder })
  rejectWith([
    ...models.problems,
    ...visionModels.problems,
    ...referenceProblems(['vision', 'default'], vision.default, [...namesOf(visionModels.providers), 'stub']),
    ...referenceProblems(['llm', 'default'], llm.default, [...namesOf(providers), 'stub']),
    ...referenceProblems(['memories', 'extraction'], memories.extraction, [...namesOf(providers), 'rules']),
    ...problems,
    ...voices.problems,
    ...recognisers.problems,
    ...[...model3d.problems, ...blobsOutcome.problems],
    ...(identity === undefined ? [] : addressProblems(identity)),
  ])

  const script = llm.stub?.script
  const defaultModel = llm.default ?? providers[0]?.name ?? 'stub'
  return {
    llm: {
      default: defaultModel,
      providers,
      stub: {
        script: script === undefined ? undefined : await readReplyScript(resolve(folder, script)),
        pace: llm.stub?.pace,
      },
    },
    vision: {
      default: vision.default ?? visionModels.providers[0]?.name ?? 'stub',
      providers: visionModels.providers,
    },
    tts: voices.config,
    stt: recognisers.config,
    voice: { ...VOICE_TIMINGS, ...value.voice, vad: { ...VOICE_TIMINGS.vad, ...value.voice?.vad } },
    embeddings,
    memories: {
      extraction: memories.extraction ?? (defaultModel === 'stub' ? 'rules' : defaultModel),
      isConfigured: memories.extraction !== undefined,
    },
    ...{ model3d: model3d.model3d, batches: { enabled: batches.enabled ?? true } },
    ...{ stopSeconds, drainSeconds, blobs, identity },
    ...{ store: value.store, standby: value.standby, members: value.members, workers: value.workers },
  }
}

async function readProviders(
  part: 'llm' | 'vision',
  written: Readonly<Record<string, ProviderConfig>> = {},
  context: ConfigContext,
) {
  const read = await Promise.all(
    Object.entries(written).map(([name, each]) => readModelProvider([part, name], each, context)),
  )
  return {
    providers: read.map(({ provider }) => provider),
    problems: read.flatMap(({ problems }) => problems),
  }
}

const namesOf = (providers: readonly ModelProvider[]): string[] => providers.map(({ name }) => name)

const addressProblems = ({ issuer, jwksUri }: { issuer: string; jwksUri?: string }): SchemaProblem[] =>
  Object.entries({ issuer, jwksUri })
    .filter(([, address]) => address !== undefined && !isHttpUrl(address))
    .map(([key]) => ({ path: ['identity', key], text: 'must be an http or https address' }))
