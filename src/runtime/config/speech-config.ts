import type { RecogniserProvider, SpeechProgram, VoiceProvider } from '../../adapters/speech/provider.js'
import type { RawSpeechConfig, RawSpeechProviderConfig } from './config-schema.js'
import { headerProblems, isHttpUrl, readApiKey, referenceProblems } from './model-provider-config.js'
import type { SchemaProblem } from './schema-problems.js'
import type { ConfigContext } from './secret-source.js'

type Named<P> = P & { readonly name: string }

/** The providers of speech synthesis or recognition, with their secrets. */
type SpeechConfig<P> = {
  /** The name of a provider, or a built-in one. */
  readonly default: string
  readonly providers: readonly Named<P>[]
  /** Programs of this machine, which have a model in a file and no address. */
  readonly programs: readonly Named<SpeechProgram>[]
}
export type VoicesConfig = SpeechConfig<VoiceProvider>
export type RecognisersConfig = SpeechConfig<
  RecogniserProvider & { readonly kind: RawSpeechProviderConfig['kind'] }
>

/** Available without configuration; the first of each is the default. */
export const BUILT_IN = { tts: ['builtin', 'stub', 'system'], stt: ['stub', 'system'] } as const
const RESERVED: readonly string[] = [...BUILT_IN.tts, 'default']

/** The defaults of OpenAI. */
const PCM_RATE = 24_000
const VOICE = 'alloy'
const STREAMING_URL = 'wss://api.deepgram.com/v1'

type Outcome<C> = { readonly config: C; readonly problems: readonly SchemaProblem[] }

/** Completes `tts:` with defaults and secrets, and lists the problems that its schema cannot express. */
export async function readVoicesConfig(
  written: RawSpeechConfig | undefined,
  context: ConfigContext,
): Promise<Outcome<VoicesConfig>> {
  return readSpeech('tts', written, async (provider) => ({
    ...(await readCommonFields(provider, context)),
    voice: provider.voice ?? VOICE,
    format: provider.format ?? 'pcm',
    pcmRate: provider.pcmRate ?? PCM_RATE,
  }))
}

/** The same as `readVoicesConfig`, for `stt:`. */
export async function readRecognisersConfig(
  written: RawSpeechConfig | undefined,
  context: ConfigContext,
): Promise<Outcome<RecognisersConfig>> {
  return readSpeech('stt', written, async (provider) => ({
    ...(await readCommonFields(provider, context)),
    kind: provider.kind,
  }))
}

async function readSpeech<P extends { readonly problems: readonly SchemaProblem[] }>(
  part: 'tts' | 'stt',
  written: RawSpeechConfig = {},
  read: (provider: RawSpeechProviderConfig) => Promise<P>,
): Promise<Outcome<SpeechConfig<Omit<P, 'problems'>>>> {
  const found = await Promise.all(
    Object.entries(written.providers ?? {}).map(async ([name, provider]) => {
      const { problems: keyProblems, ...complete } = await read(provider)
      const problems = [...keyProblems, ...settingProblems(part, name, provider)]
      const at = ({ path, text }: SchemaProblem): SchemaProblem => ({
        path: [part, 'providers', name, ...path],
        text,
      })
      return { provider: { ...complete, name }, problems: problems.map(at) }
    }),
  )
  const names = [...found.map(({ provider }) => provider.name), ...BUILT_IN[part]]
  const programs = found.map(({ provider }) => toProgram(provider, written))
  return {
    config: {
      default: written.default ?? names[0] ?? 'stub',
      providers: found.flatMap(({ provider }, at) => (programs[at] === undefined ? [provider] : [])),
      programs: programs.filter((program) => program !== undefined),
    },
    problems: [
      ...found.flatMap(({ problems }) => problems),
      ...referenceProblems([part, 'default'], written.default, names),
    ],
  }
}

const PROGRAM_SECONDS = 60

function toProgram({ name }: { readonly name: string }, { providers }: RawSpeechConfig) {
  const { kind, model = '', totalSeconds = PROGRAM_SECONDS } = providers?.[name] ?? {}
  return kind === 'piper' || kind === 'whisper-cli' ? { name, kind, model, totalSeconds } : undefined
}

async function readCommonFields(written: RawSpeechProviderConfig, context: ConfigContext) {
  const key = await readApiKey({ ...written, isOptional: true }, context)
  const { firstTokenSeconds = 10, idleSeconds = 10, totalSeconds = 120 } = written
  const baseUrl = written.baseUrl ?? (written.kind === 'streaming' ? STREAMING_URL : '')
  return {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    model: written.model,
    apiKey: key.secret,
    headers: written.headers ?? {},
    patience: { firstTokenSeconds, idleSeconds, totalSeconds },
    problems: key.problems,
  }
}

const TTS_ONLY_KEYS = ['voice', 'format', 'pcmRate'] as const
const SERVER_KEYS = [
  ...['baseUrl', 'apiKeyEnv', 'apiKeyFile', 'headers', 'format', 'pcmRate', 'voice'],
  ...['firstTokenSeconds', 'idleSeconds'],
] as const
/** The one section in which these kinds can stand. */
const ONLY_FOR = { streaming: 'stt', 'whisper-cli': 'stt', piper: 'tts' } as const

function settingProblems(
  part: 'tts' | 'stt',
  name: string,
  written: RawSpeechProviderConfig,
): SchemaProblem[] {
  const { kind, baseUrl, headers } = written
  const problem = (path: string[], text: string): SchemaProblem => ({ path, text })
  const isProgram = kind === 'piper' || kind === 'whisper-cli'
  const onlyFor = kind === 'openai-compatible' ? part : ONLY_FOR[kind]
  const serverOnly = isProgram ? SERVER_KEYS.filter((key) => Object.hasOwn(written, key)) : []
  const ttsOnly =
    part === 'stt' && !isProgram ? TTS_ONLY_KEYS.filter((key) => written[key] !== undefined) : []
  const found: (SchemaProblem | false)[] = [
    RESERVED.includes(name) &&
      problem([], 'needs another name: default, builtin, stub and system have a meaning of their own'),
    onlyFor !== part && problem(['kind'], `${kind} is only for ${onlyFor}`),
    kind === 'openai-compatible' && baseUrl === undefined && problem(['baseUrl'], 'is missing'),
    baseUrl !== undefined &&
      !isProgram &&
      !isAddressOf(kind, baseUrl) &&
      problem(
        ['baseUrl'],
        `must be ${kind === 'streaming' ? 'an http, https, ws or wss' : 'an http or https'} address`,
      ),
    ...ttsOnly.map((key) => problem([key], 'is only for tts')),
    ...serverOnly.map((key) => problem([key], 'is only for servers, not for programs')),
    ...headerProblems(headers),
  ]
  return found.filter((entry) => entry !== false)
}

const isAddressOf = (kind: RawSpeechProviderConfig['kind'], url: string): boolean =>
  isHttpUrl(kind === 'streaming' ? url.replace(/^ws/, 'http') : url)
