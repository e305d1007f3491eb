import { DomainError } from '../../domain/errors.js'
import type { Log } from '../../domain/log.js'
import type { SpeechRecognition, SpeechSynthesis } from '../../domain/voice/ports.js'
import { SpeechFailure } from './failure.js'

type RouterSettings<P> = {
  /** By the names that a character may choose: `stub`, `system`, and what is configured. */
  readonly providers: ReadonlyMap<string, P>
  /** One of them. */
  readonly defaultName: string
  readonly log: Log
}

/**
 * Every voice behind one: `tts_provider` chooses among them. `default`, and a name that is not configured, mean the
 * default; with the latter, `tts_model` and `tts_voice` would be another provider's words, so they are not used.
 */
export function createVoiceRouter(choice: RouterSettings<SpeechSynthesis>): SpeechSynthesis {
  const find = createFinder(choice, 'A character asks for a voice that is not configured; the default speaks')
  return {
    speak: (request, signal) => {
      const { name, provider, isMeant } = find(request.voice.tts_provider)
      const voice = isMeant ? request.voice : { ...request.voice, tts_model: 'default', tts_voice: null }
      const chunks = provider.speak({ ...request, voice }, signal)
      return logFailure(chunks, (facts) =>
        choice.log.warn('A provider of voices failed', { provider: name, ...facts }),
      )
    },
  }
}

/** Every recogniser behind one: `stt_provider` chooses among them, in the same way. */
export function createRecogniserRouter(choice: RouterSettings<SpeechRecognition>): SpeechRecognition {
  const find = createFinder(
    choice,
    'A character asks for a recogniser that is not configured; the default hears',
  )
  return {
    open: (request, signal) => {
      const { name, provider } = find(request.hearing.stt_provider)
      const stream = provider.open(request, signal)
      const log = (facts: object) =>
        choice.log.warn('A provider of speech recognition failed', { provider: name, ...facts })
      return {
        push: stream.push,
        finish: stream.finish,
        close: stream.close,
        get events() {
          return logFailure(stream.events, log)
        },
      }
    },
  }
}

/** The same items; a failure of the provider is logged by the one place that knows its name. */
async function* logFailure<T>(items: AsyncIterable<T>, log: (facts: object) => void): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'upstream') {
      log(error.cause instanceof SpeechFailure ? error.cause.facts : { reason: 'failed' })
    }
    throw error
  }
}

function createFinder<P>({ providers, defaultName, log }: RouterSettings<P>, complaint: string) {
  const fallback = providers.get(defaultName)
  if (fallback === undefined) throw new Error(`There is no provider of speech ${defaultName}`)
  const reported = new Set<string>()
  return (wanted: string): { readonly name: string; readonly provider: P; readonly isMeant: boolean } => {
    const name = wanted === 'default' ? defaultName : wanted
    const provider = providers.get(name)
    if (provider !== undefined) return { name, provider, isMeant: true }
    if (!reported.has(name)) log.warn(complaint, { provider: name })
    reported.add(name)
    return { name: defaultName, provider: fallback, isMeant: false }
  }
}
