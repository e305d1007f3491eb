import { DomainError, withOperatorDetail } from '../../domain/errors.js'
import type { Log } from '../../domain/log.js'
import type { SpeechRecognition, SpeechSynthesis } from '../../domain/voice/ports.js'
import { SpeechFailure } from './failure.js'

type RouterSettings<P> = {
  /** By the names that a character may choose: `stub`, `system` and configured ones. */
  readonly providers: ReadonlyMap<string, P>
  /** A key of `providers`. */
  readonly defaultName: string
  readonly log: Log
}

/**
 * Routes to the voice named by the character's `tts_provider`. `default` and unknown names mean the default provider;
 * for unknown names `tts_model` and `tts_voice` are ignored, because they belong to another provider.
 */
export function createVoiceRouter(choice: RouterSettings<SpeechSynthesis>): SpeechSynthesis {
  const find = createFinder(choice, 'A character asks for a voice that is not configured; the default speaks')
  return {
    prepare: (request) => find(request.voice.tts_provider).provider.prepare?.(request),
    speak: (request, signal) => {
      const { name, provider, isConfigured } = find(request.voice.tts_provider)
      const voice = isConfigured ? request.voice : { ...request.voice, tts_model: 'default', tts_voice: null }
      const chunks = provider.speak({ ...request, voice }, signal)
      return logFailure(name, chunks, (facts) =>
        choice.log.warn('A provider of voices failed', { ...facts, provider: name }),
      )
    },
  }
}

/** Routes to the recogniser named by the character's `stt_provider`, in the same way. */
export function createRecogniserRouter(choice: RouterSettings<SpeechRecognition>): SpeechRecognition {
  const find = createFinder(
    choice,
    'A character asks for a recogniser that is not configured; the default hears',
  )
  return {
    understands: (settings) => find(settings.stt_provider).provider.understands?.(settings) ?? 'speech',
    open: (request, signal) => {
      const { name, provider } = find(request.settings.stt_provider)
      const stream = provider.open(request, signal)
      const log = (facts: object) =>
        choice.log.warn('A provider of speech recognition failed', { ...facts, provider: name })
      return {
        push: stream.push,
        finish: stream.finish,
        close: stream.close,
        get events() {
          return logFailure(name, stream.events, log)
        },
      }
    },
  }
}

/** Passes on all items; logs a provider's failure here, where its name is known, and adds it to the error. */
async function* logFailure<T>(
  name: string,
  items: AsyncIterable<T>,
  log: (facts: object) => void,
): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'upstream') throw error
    const { cause } = error
    const isKnown = cause instanceof SpeechFailure
    log(isKnown ? cause.facts : { reason: 'failed' })
    throw withOperatorDetail(error, isKnown ? cause.describe(name) : name)
  }
}

function createFinder<P>({ providers, defaultName, log }: RouterSettings<P>, warning: string) {
  const fallback = providers.get(defaultName)
  if (fallback === undefined) throw new Error(`There is no provider of speech ${defaultName}`)
  const reported = new Set<string>()
  return (
    requested: string,
  ): { readonly name: string; readonly provider: P; readonly isConfigured: boolean } => {
    const name = requested === 'default' ? defaultName : requested
    const provider = providers.get(name)
    if (provider !== undefined) return { name, provider, isConfigured: true }
    if (!reported.has(name)) log.warn(warning, { provider: name })
    reported.add(name)
    return { name: defaultName, provider: fallback, isConfigured: false }
  }
}
