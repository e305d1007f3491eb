import type { RecogniserProvider, VoiceProvider } from '../../adapters/speech/provider.js'
import type { RawSpeechConfig, RawSpeechProviderConfig } from './config-schema.js'
import { type ConfigContext, headerProblems, isHttpUrl, readApiKey } from './model-provider-config.js'
import type { SchemaProblem } from './schema-problems.js'
import { closestWord } from './similar-words.js'

type Named<P> = P & { readonly name: string }

/** What speaks or hears, its secrets read. */
type SpeechConfig<P> = {
  /** The name of a provider, `stub` or `system`. */
  readonly default: string
  readonly providers: readonly Named<P>[]
}
export type VoicesConfig = SpeechConfig<VoiceProvider>
export type RecognisersConfig = SpeechConfig<
  RecogniserProvider & { readonly kind: 'openai-compatible' | 'streaming' }
>

/** Always there, whatever is configured. */
export const BUILT_IN = ['stub', 'system'] as const
const RESERVED: readonly string[] = [...BUILT_IN, 'default']

/** OpenAI's own. */
const PCM_RATE = 24_000
const VOICE = 'alloy'
const STREAMING_URL = 'wss://api.deepgram.com/v1'

type Outcome<C> = { readonly config: C; readonly problems: readonly SchemaProblem[] }

/** Completes `tts:` with defaults and secrets, and says what does not go together. */
export async function readVoicesConfig(
  written: RawSpeechConfig | undefined,
  surroundings: ConfigContext,
): Promise<Outcome<VoicesConfig>> {
  return readSpeech('tts', written, async (provider) => ({
    ...(await readCommonFields(provider, surroundings)),
    voice: provider.voice ?? VOICE,
    format: provider.format ?? 'pcm',
    pcmRate: provider.pcmRate ?? PCM_RATE,
  }))
}

/** The same for `stt:`. */
export async function readRecognisersConfig(
  written: RawSpeechConfig | undefined,
  surroundings: ConfigContext,
): Promise<Outcome<RecognisersConfig>> {
  return readSpeech('stt', written, async (provider) => ({
    ...(await readCommonFields(provider, surroundings)),
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
      const { problems: ofKey, ...complete } = await read(provider)
      const problems = [...ofKey, ...contradictions(part, name, provider)]
      const at = ({ path, text }: SchemaProblem): SchemaProblem => ({
        path: [part, 'providers', name, ...path],
        text,
      })
      return { provider: { ...complete, name }, problems: problems.map(at) }
    }),
  )
  const names = [...found.map(({ provider }) => provider.name), ...BUILT_IN]
  return {
    config: {
      default: written.default ?? names[0] ?? 'stub',
      providers: found.map(({ provider }) => provider),
    },
    problems: [...found.flatMap(({ problems }) => problems), ...nameProblems(part, written.default, names)],
  }
}

async function readCommonFields(written: RawSpeechProviderConfig, surroundings: ConfigContext) {
  const key = await readApiKey({ ...written, isOptional: true }, surroundings)
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

const ONLY_VOICES = ['voice', 'format', 'pcmRate'] as const

function contradictions(
  part: 'tts' | 'stt',
  name: string,
  written: RawSpeechProviderConfig,
): SchemaProblem[] {
  const { kind, baseUrl, headers } = written
  const problem = (path: string[], text: string): SchemaProblem => ({ path, text })
  const stray = part === 'stt' ? ONLY_VOICES.filter((key) => written[key] !== undefined) : []
  const found: (SchemaProblem | false)[] = [
    RESERVED.includes(name) &&
      problem([], 'needs another name: default, stub and system have a meaning of their own'),
    part === 'tts' && kind === 'streaming' && problem(['kind'], 'streaming is only for stt'),
    kind === 'openai-compatible' && baseUrl === undefined && problem(['baseUrl'], 'is missing'),
    baseUrl !== undefined &&
      !isAddressOf(kind, baseUrl) &&
      problem(
        ['baseUrl'],
        `must be ${kind === 'streaming' ? 'an http, https, ws or wss' : 'an http or https'} address`,
      ),
    ...stray.map((key) => problem([key], 'is only for tts')),
    ...headerProblems(headers),
  ]
  return found.filter((entry) => entry !== false)
}

const isAddressOf = (kind: RawSpeechProviderConfig['kind'], url: string): boolean =>
  isHttpUrl(kind === 'streaming' ? url.replace(/^ws/, 'http') : url)

function nameProblems(part: string, name: string | undefined, names: readonly string[]): SchemaProblem[] {
  if (name === undefined || names.includes(name)) return []
  const meant = closestWord(name, names)
  const hint = meant === undefined ? `known here: ${names.join(', ')}` : `did you mean ${meant}?`
  return [{ path: [part, 'default'], text: `names ${name}, which is not a provider; ${hint}` }]
}
