import type { SpeechSynthesis } from '../../domain/voice/ports.js'
import type { FliteVoice } from './flite/flite-voice.js'

/** A voice for people, and for programs that ask for the data layer the one that carries it. */
export const createBuiltinVoice = (voices: {
  readonly people: Pick<FliteVoice, 'speak' | 'prepare'>
  readonly programs: SpeechSynthesis
}): SpeechSynthesis => ({
  prepare: ({ hasDataLayer }) => {
    if (hasDataLayer !== true) voices.people.prepare()
  },
  speak: (request, signal) =>
    (request.hasDataLayer === true ? voices.programs : voices.people).speak(request, signal),
})
