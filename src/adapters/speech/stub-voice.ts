import { concat, createResampler } from '../../audio/resample.js'
import { SYNTHESIS_RATE } from '../../audio/speech/formant-synthesiser.js'
import { createFormantVoice, type PlannedSpeech } from '../../audio/speech/formant-voice.js'
import { type PlannedWord, tonesFor } from '../../audio/speech/plan.js'
import { STEP_MS } from '../../audio/speech/track.js'
import { encodeTones, type ToneSettings } from '../../audio/tone-encoder.js'
import { HIGH_BAND, LOW_BAND } from '../../audio/tones.js'
import type { PhonemeTiming, SpeechChunk, SpeechSynthesis, WordTiming } from '../../domain/voice/ports.js'
import { speakerFor } from './speakers.js'

const CHUNK_SECONDS = 0.2
/** Below this rate there is no room for a voice and tones above it: the tones stand alone. */
const BOTH_FROM_HZ = 16_000
/** Of the tones when nothing else is heard. */
const ALONE = 0.3
/** Of the tones under the voice, about 25 dB below it. */
const UNDER = 0.0065
/** Brings the loudest vowels to about half of full scale. */
const VOICE_GAIN = 0.13
/** More than half of the converter's filter at 8 kHz. */
const LAG_SECONDS = 0.003

type StubVoiceSettings = {
  /** Another one gives other speakers to the same names of voices. */
  readonly seed?: number
}

/**
 * A robot's voice that people understand, with the words beneath it in tones that the stub recogniser reads
 * (voice.md 1). The same request is the same sound.
 */
export function createStubVoice({ seed = 0 }: StubVoiceSettings = {}): SpeechSynthesis {
  const formants = createFormantVoice()
  return {
    async *speak({ text, sampleRate, voice }, signal) {
      const speaker = speakerFor(voice.tts_voice ?? voice.generated_voice_id, seed)
      const speech = formants.speak(text, speaker, voice.tts_speed)
      const layers = createLayers(speech, { sampleRate, pace: tonesFor(voice.tts_speed) })
      for (const word of speech.words) {
        for (const chunk of cut(layers.next(word), sampleRate, word)) {
          if (signal.aborted) return
          yield chunk
        }
      }
    },
  }
}

type Output = Pick<ToneSettings, 'sampleRate' | 'pace'>

/** Voice and tones of one word after another, in exactly the samples of its time. */
function createLayers({ voice }: PlannedSpeech, { sampleRate, pace }: Output) {
  const isAlone = sampleRate < BOTH_FROM_HZ
  const tones = { sampleRate, pace, band: isAlone ? LOW_BAND : HIGH_BAND, amplitude: isAlone ? ALONE : UNDER }
  const hear = isAlone ? silent : createVoiceLayer(voice, sampleRate)
  const toSamples = (step: number) => Math.round((step * STEP_MS * sampleRate) / 1000)
  return {
    next: (word: PlannedWord): Float32Array => {
      const samples = hear(word, toSamples(word.to) - toSamples(word.from))
      for (const [at, tone] of encodeTones(word.packet, tones).entries()) {
        if (at < samples.length) samples[at] = (samples[at] ?? 0) + tone
      }
      return samples
    },
  }
}

const silent = (_: PlannedWord, length: number) => new Float32Array(length)

/** The voice at the output's rate, so much later that the converter has always looked ahead far enough. */
function createVoiceLayer(voice: PlannedSpeech['voice'], sampleRate: number) {
  const resampler = createResampler({ from: SYNTHESIS_RATE, to: sampleRate })
  let held: Float32Array = new Float32Array(Math.ceil(LAG_SECONDS * sampleRate))
  return (word: PlannedWord, length: number): Float32Array => {
    const louder = voice(word).map((sample) => VOICE_GAIN * sample)
    held = concat([held, resampler.push(louder)])
    const given = held.slice(0, length)
    held = held.subarray(length)
    return given
  }
}

function cut(samples: Float32Array, sampleRate: number, word: PlannedWord): SpeechChunk[] {
  const length = Math.floor(CHUNK_SECONDS * sampleRate)
  const start = seconds(word.from)
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, at) => {
    const [from, to] = [start + (at * length) / sampleRate, start + ((at + 1) * length) / sampleRate]
    return {
      samples: samples.subarray(at * length, (at + 1) * length),
      words: at === 0 ? [toWord(word)] : [],
      phonemes: word.sounds.map(toPhoneme).filter((sound) => sound.from >= from && sound.from < to),
    }
  })
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

const seconds = (steps: number) => (steps * STEP_MS) / 1000
