import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { PROVIDER_KINDS } from '../../adapters/model/provider.js'
import { DAY_MS, MINUTE_MS } from '../../contract/durations.js'
import { MODEL_STAGES } from '../../contract/models.js'
import { Dictionary } from '../../contract/shared.js'
import { MAX_VECTOR_LENGTH } from '../../domain/retrieval/vector.js'
import { WORKERS_MAX } from '../workers/workers-max.js'

/** Describes a valid value, for the message `must be …`. */
type Expected = { readonly expected: string }

const Mapping = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false, expected: 'a mapping' })

const MapOf = <T extends TSchema>(values: T, options: Expected) => Dictionary(values, options)

const List = <T extends TSchema>(items: T) => Type.Array(items, { expected: 'a list' })

const Text = (expected = 'some text') => Type.String({ minLength: 1, expected })

const Flag = () => Type.Boolean({ expected: 'true or false' })

const Choice = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ enum: [...values], expected: `one of ${values.join(', ')}` })

const Seconds = (maximum: number) =>
  Type.Number({ exclusiveMinimum: 0, maximum, expected: `a number of seconds above 0 and up to ${maximum}` })

/** A turn gives up on a model that is silent for a minute, so a longer wait would have no effect. */
const SILENCE_SECONDS = 60
const REPLY_SECONDS = 3600

const HeadersSchema = MapOf(Type.String({ expected: 'text' }), {
  expected: 'a mapping from header names to text',
})

const Price = () => Type.Number({ minimum: 0, expected: 'a price per million tokens, of at least 0' })

/** Per million tokens. */
const PriceSchema = Mapping({
  input: Price(),
  output: Price(),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', expected: 'three letters, such as USD' })),
})

/** One language model. Which keys are allowed together depends on `kind`: see `model-provider-config.ts`. */
const ProviderSchema = Mapping({
  kind: Choice(PROVIDER_KINDS),
  model: Text(),
  baseUrl: Type.Optional(Text('an http or https address')),
  apiKeyEnv: Type.Optional(Text('the name of an environment variable')),
  apiKeyFile: Type.Optional(Text('the path of a file')),
  headers: Type.Optional(HeadersSchema),
  sendTemperature: Type.Optional(Flag()),
  contextTokens: Type.Optional(
    Type.Integer({ minimum: 256, maximum: 1e8, expected: 'a whole number of tokens of at least 256' }),
  ),
  price: Type.Optional(PriceSchema),
  maxTokensField: Type.Optional(Choice(['max_tokens', 'max_completion_tokens'])),
  firstTokenSeconds: Type.Optional(Seconds(SILENCE_SECONDS)),
  idleSeconds: Type.Optional(Seconds(SILENCE_SECONDS)),
  totalSeconds: Type.Optional(Seconds(REPLY_SECONDS)),
})
export type RawProviderConfig = Static<typeof ProviderSchema>

const LlmSchema = Mapping({
  default: Type.Optional(Text('the name of a provider, or stub')),
  providers: Type.Optional(MapOf(ProviderSchema, { expected: 'a mapping from names to providers' })),
  stub: Type.Optional(
    Mapping({
      script: Type.Optional(Text('the path of a file')),
      pace: Type.Optional(Choice(['natural', 'instant'])),
    }),
  ),
})

/** A voice or a recogniser. Which keys are allowed together depends on `kind`: see `speech-config.ts`. */
const SpeechProviderSchema = Mapping({
  kind: Choice(['openai-compatible', 'streaming', 'piper', 'whisper-cli']),
  model: Text(),
  baseUrl: Type.Optional(Text('an address')),
  apiKeyEnv: Type.Optional(Text('the name of an environment variable')),
  apiKeyFile: Type.Optional(Text('the path of a file')),
  headers: Type.Optional(HeadersSchema),
  voice: Type.Optional(Text('the name of a voice')),
  format: Type.Optional(Choice(['pcm', 'wav'])),
  pcmRate: Type.Optional(
    Type.Integer({ minimum: 8000, maximum: 48_000, expected: 'a whole number from 8000 to 48000' }),
  ),
  firstTokenSeconds: Type.Optional(Seconds(SILENCE_SECONDS)),
  idleSeconds: Type.Optional(Seconds(SILENCE_SECONDS)),
  totalSeconds: Type.Optional(Seconds(REPLY_SECONDS)),
})
export type RawSpeechProviderConfig = Static<typeof SpeechProviderSchema>

const SpeechSchema = Mapping({
  default: Type.Optional(Text('the name of a provider, stub or system')),
  providers: Type.Optional(MapOf(SpeechProviderSchema, { expected: 'a mapping from names to providers' })),
})
export type RawSpeechConfig = Static<typeof SpeechSchema>

const Milliseconds = (maximum: number) =>
  Type.Optional(
    Type.Number({ minimum: 0, maximum, expected: `a number of milliseconds from 0 to ${maximum}` }),
  )

const Share = () => Type.Optional(Type.Number({ minimum: 0, maximum: 1, expected: 'a number from 0 to 1' }))

/** Turn detection and barge-in, with the names of the domain's `VoiceTimings`. */
const VoiceSchema = Mapping({
  vad: Type.Optional(
    Mapping({ startMs: Milliseconds(MINUTE_MS), startShare: Share(), endMs: Milliseconds(MINUTE_MS) }),
  ),
  keptMs: Milliseconds(MINUTE_MS),
  endpointMs: Milliseconds(MINUTE_MS),
  openEndpointMs: Milliseconds(MINUTE_MS),
  bargeInMs: Milliseconds(MINUTE_MS),
  falseBargeInMs: Milliseconds(MINUTE_MS),
  turnGuardMs: Milliseconds(MINUTE_MS),
  playbackLeadMs: Milliseconds(MINUTE_MS),
  playbackDelayMs: Milliseconds(MINUTE_MS),
  playbackGraceMs: Milliseconds(MINUTE_MS),
  starvedMs: Milliseconds(MINUTE_MS),
  voiceIdleMs: Milliseconds(DAY_MS),
  echoLagMs: Milliseconds(2000),
  echoCorrelation: Share(),
})

/** Which keys are allowed together depends on `kind`: see `embeddings-config.ts`. */
const EmbeddingsSchema = Mapping({
  kind: Choice(['hash', 'openai-compatible', 'local']),
  model: Type.Optional(Text()),
  dimensions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_VECTOR_LENGTH,
      expected: `a whole number from 1 to ${MAX_VECTOR_LENGTH}`,
    }),
  ),
  sendDimensions: Type.Optional(Flag()),
  baseUrl: Type.Optional(Text('an http or https address')),
  apiKeyEnv: Type.Optional(Text('the name of an environment variable')),
  apiKeyFile: Type.Optional(Text('the path of a file')),
  headers: Type.Optional(HeadersSchema),
  timeoutSeconds: Type.Optional(Seconds(REPLY_SECONDS)),
  folder: Type.Optional(Text('the path of a folder')),
})
export type RawEmbeddingsConfig = Static<typeof EmbeddingsSchema>

const VisionSchema = Mapping({
  default: Type.Optional(Text('the name of a provider, or stub')),
  providers: Type.Optional(MapOf(ProviderSchema, { expected: 'a mapping from names to providers' })),
})

/** Each request scans the list of what was consumed, so a quota cannot be arbitrarily large. */
const QUOTA_MAX = 10_000

/** Which keys are allowed together depends on `provider`: see `model3d-config.ts`. */
const Model3dSchema = Mapping({
  provider: Type.Optional(Choice(['stub', 'none', 'meshy'])),
  quota: Type.Optional(
    Type.Integer({ minimum: 0, maximum: QUOTA_MAX, expected: `a whole number from 0 to ${QUOTA_MAX}` }),
  ),
  advance: Type.Optional(Choice(['polls', 'time', 'at-once'])),
  secondsPerStage: Type.Optional(Seconds(REPLY_SECONDS)),
  fail: Type.Optional(Choice(['start', ...MODEL_STAGES])),
  baseUrl: Type.Optional(Text('an http or https address')),
  apiKeyEnv: Type.Optional(Text('the name of an environment variable')),
  apiKeyFile: Type.Optional(Text('the path of a file')),
  headers: Type.Optional(HeadersSchema),
  timeoutSeconds: Type.Optional(Seconds(SILENCE_SECONDS)),
  actionId: Type.Optional(Type.Integer({ minimum: 0, expected: 'a whole number of at least 0' })),
})
export type RawModel3dConfig = Static<typeof Model3dSchema>

const BlobsSchema = Mapping({
  url: Type.Optional(Text('the address of a bucket, such as s3://bucket/prefix')),
  endpoint: Type.Optional(Text('an http or https address')),
  region: Type.Optional(Text('the name of a region')),
  pathStyle: Type.Optional(Flag()),
  accessKeyId: Type.Optional(Text('the id of an access key')),
  secretKeyEnv: Type.Optional(Text('the name of an environment variable')),
  secretKeyFile: Type.Optional(Text('the path of a file')),
})
export type RawBlobsConfig = Static<typeof BlobsSchema>

export const ConfigSchema = Mapping({
  llm: Type.Optional(LlmSchema),
  vision: Type.Optional(VisionSchema),
  tts: Type.Optional(SpeechSchema),
  stt: Type.Optional(SpeechSchema),
  voice: Type.Optional(VoiceSchema),
  embeddings: Type.Optional(EmbeddingsSchema),
  memories: Type.Optional(Mapping({ extraction: Type.Optional(Text('the name of a provider, or rules')) })),
  model3d: Type.Optional(Model3dSchema),
  batches: Type.Optional(Mapping({ enabled: Type.Optional(Flag()) })),
  stopSeconds: Type.Optional(Seconds(REPLY_SECONDS)),
  drainSeconds: Type.Optional(Seconds(REPLY_SECONDS)),
  store: Type.Optional(Text('the address of a PostgreSQL database')),
  standby: Type.Optional(Type.Boolean()),
  members: Type.Optional(Type.Boolean()),
  workers: Type.Optional(
    Type.Integer({ minimum: 1, maximum: WORKERS_MAX, expected: `a number from 1 to ${WORKERS_MAX}` }),
  ),
  blobs: Type.Optional(BlobsSchema),
  identity: Type.Optional(
    Mapping({
      issuer: Text('an http or https address'),
      audience: Text(),
      jwksUri: Type.Optional(Text('an http or https address')),
    }),
  ),
})

const ArgumentSchema = Type.Unsafe<string | number | boolean>({
  type: ['string', 'number', 'boolean'],
  expected: 'text, a number, or true or false',
})

export const ReplyScriptSchema = Mapping({
  replies: List(
    Mapping({
      pattern: Text('a regular expression'),
      reply: Type.String({ expected: 'the text of a reply' }),
      actions: Type.Optional(
        List(
          Mapping({
            name: Text('the name of an action'),
            arguments: Type.Optional(
              MapOf(ArgumentSchema, { expected: 'a mapping from parameters to values' }),
            ),
          }),
        ),
      ),
    }),
  ),
})

/** One week. Timers hold milliseconds in 31 bits, which overflow after 24 days. */
const LIMIT_SECONDS = 7 * 24 * 3600
const MESSAGE_CHARACTERS = 1_000_000

const Rate = (bounds: { readonly maximum?: number } & Expected) =>
  Type.Optional(
    Type.Unsafe<number | 'off'>({ type: ['integer', 'string'], minimum: 1, pattern: '^off$', ...bounds }),
  )

const Quota = () => Rate({ maximum: QUOTA_MAX, expected: `a whole number from 1 to ${QUOTA_MAX}, or off` })

export const LimitsSchema = Mapping({
  messagesPerMinute: Rate({ expected: 'a whole number of at least 1, or off' }),
  batchCharactersPerDay: Quota(),
  batchSubmitsPerHour: Quota(),
  runningBatches: Quota(),
  generationsPerHour: Quota(),
  manualMemoryWritesPerDay: Quota(),
  shareOpensPerMinute: Quota(),
  shareOpensPerHour: Quota(),
  shareOpensPerDay: Quota(),
  permanentShares: Quota(),
  sessionsPerShare: Quota(),
  messageCharacters: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MESSAGE_CHARACTERS,
      expected: `a whole number from 1 to ${MESSAGE_CHARACTERS}`,
    }),
  ),
  sessionIdleSeconds: Type.Optional(Seconds(LIMIT_SECONDS)),
  authenticateSeconds: Type.Optional(Seconds(LIMIT_SECONDS)),
})
