import type { Log } from '../../domain/log.js'
import type { SpeechRecognition, SpeechSynthesis } from '../../domain/voice/ports.js'

type Choice<P> = {
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
export function chooseVoice(choice: Choice<SpeechSynthesis>): SpeechSynthesis {
  const find = createFinder(choice, 'A character asks for a voice that is not configured; the default speaks')
  return {
    speak: (request, signal) => {
      const { provider, isMeant } = find(request.voice.tts_provider)
      const voice = isMeant ? request.voice : { ...request.voice, tts_model: 'default', tts_voice: null }
      return provider.speak({ ...request, voice }, signal)
    },
  }
}

/** Every recogniser behind one: `stt_provider` chooses among them, in the same way. */
export function chooseRecogniser(choice: Choice<SpeechRecognition>): SpeechRecognition {
  const find = createFinder(
    choice,
    'A character asks for a recogniser that is not configured; the default hears',
  )
  return {
    open: (request, signal) => find(request.hearing.stt_provider).provider.open(request, signal),
  }
}

function createFinder<P>({ providers, defaultName, log }: Choice<P>, complaint: string) {
  const fallback = providers.get(defaultName)
  if (fallback === undefined) throw new Error(`There is no provider of speech ${defaultName}`)
  const reported = new Set<string>()
  return (name: string): { readonly provider: P; readonly isMeant: boolean } => {
    const provider = name === 'default' ? fallback : providers.get(name)
    if (provider !== undefined) return { provider, isMeant: true }
    if (!reported.has(name)) log.warn(complaint, { provider: name })
    reported.add(name)
    return { provider: fallback, isMeant: false }
  }
}
