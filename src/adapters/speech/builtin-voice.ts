import type { SpeechSynthesis } from '../../domain/voice/ports.js'

/** A voice for people, and for programs that ask for the data layer the one that carries it. */
export const createBuiltinVoice = (voices: {
  readonly people: SpeechSynthesis
  readonly programs: SpeechSynthesis
}): SpeechSynthesis => ({
  prepare: (request) => {
    if (request.hasDataLayer !== true) voices.people.prepare?.(request)
  },
  speak: (request, signal) =>
    (request.hasDataLayer === true ? voices.programs : voices.people).speak(request, signal),
})
