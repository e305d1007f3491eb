import { DEFAULT_SPEAKER, type SpeakerProfile } from '../../audio/speech/formant-voice.js'
import { PARAMETER_FRAME_MS } from '../../audio/speech/parameter-track.js'
import type { PlannedWord } from '../../audio/speech/speech-plan.js'
import { createToneCodedVoice } from '../../audio/speech/tone-coded-voice.js'
import { hashToUnitInterval } from '../../domain/seeded-choice.js'
import type { PhonemeTiming, SpeechSynthesis, WordTiming } from '../../domain/voice/ports.js'
import { createChunkCutter } from './chunk-cutter.js'

type StubVoiceSettings = {
  /** A different seed gives voices of the same name a different sound. */
  readonly seed?: number
}

/**
 * An intelligible robot voice that also transmits its words in tones for the stub recogniser (docs/voice.md, The
 * built-in voice). Deterministic: the same request gives the same samples.
 */
export function createStubVoice({ seed = 0 }: StubVoiceSettings = {}): SpeechSynthesis {
  const voiceCodec = createToneCodedVoice()
  return {
    async *speak({ text, sampleRate, voice }, signal) {
      const speaker = speakerFor(voice.tts_voice ?? voice.generated_voice_id, seed)
      const { words, sound } = voiceCodec.speak({ text, sampleRate, speaker, speed: voice.tts_speed })
      const cutter = createChunkCutter(sampleRate)
      for (const word of words) {
        const phonemes = word.sounds.map(toPhoneme)
        for (const chunk of cutter.push({ samples: sound(word), words: [toWord(word)], phonemes })) {
          if (signal.aborted) return
          yield chunk
        }
        if (signal.aborted) return
      }
      yield* cutter.flush()
    },
  }
}

const toWord = ({ packet, textEnd, from, to }: PlannedWord): WordTiming => ({
  word: packet.text,
  textEnd,
  from: seconds(from),
  to: seconds(to),
})

const toPhoneme = ({ name, from, to }: PlannedWord['sounds'][number]): PhonemeTiming => ({
  phoneme: name,
  from: seconds(from),
  to: seconds(to),
})

const seconds = (steps: number) => (steps * PARAMETER_FRAME_MS) / 1000

const MIN_PITCH = 88
const MAX_PITCH = 205

/** A speaker with pitch, pace and size derived from the voice's name and the seed. */
function speakerFor(voice: string | null, seed: number): SpeakerProfile {
  if (voice === null && seed === 0) return DEFAULT_SPEAKER
  const height = hashToUnitInterval(`${seed} pitch ${voice}`)
  return {
    pitch: MIN_PITCH * (MAX_PITCH / MIN_PITCH) ** height,
    pace: 0.92 + 0.2 * hashToUnitInterval(`${seed} pace ${voice}`),
    // High voices mostly belong to small speakers, whose formants are high.
    formantScale: 0.95 + 0.15 * (0.75 * height + 0.25 * hashToUnitInterval(`${seed} size ${voice}`)),
  }
}
