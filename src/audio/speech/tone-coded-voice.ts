import { createComfortNoise } from '../comfort-noise.js'
import { concatSamples, createResamplerFactory, type Resampler } from '../resample.js'
import { encodeTones, type ToneSettings } from '../tone-encoder.js'
import { HIGH_BAND, LOW_BAND } from '../tone-modulation.js'
import { SYNTHESIS_RATE } from './formant-synthesiser.js'
import { createFormantVoice, type PlannedSpeech, type SpeakerProfile } from './formant-voice.js'
import { PARAMETER_FRAME_MS } from './parameter-track.js'
import { type PlannedWord, symbolRateFor } from './speech-plan.js'

/** Below this rate there is no room for a voice and tones above it: the tones stand alone. */
const BOTH_FROM_HZ = 16_000
/** Of the tones when nothing else is heard. */
const AMPLITUDE_ALONE = 0.3
/**
 * Of the tones under the voice: about 35 dB below it, where those who recognise words by ear do not hear them. The short
 * ones of fast speech would be lost beside a hiss, so they are louder.
 */
const AMPLITUDE_UNDER_VOICE = { natural: 0.0012, fast: 0.0065 }
/** Brings the loudest vowels to about half of full scale. */
const VOICE_GAIN = 0.13
/** Most words fit in here at any rate, and need no room of their own while they are made. */
const ROOM_SAMPLES = 48_000
/** More than half of the converter's filter at 8 kHz. */
const LAG_SECONDS = 0.003

export type ToneCodedRequest = {
  readonly text: string
  /** Hz. */
  readonly sampleRate: number
  readonly speaker: SpeakerProfile
  /** At 2, in half the time. */
  readonly speed: number
}

export type ToneCodedSpeech = {
  readonly words: readonly PlannedWord[]
  /** The next word's sound, in exactly the samples of its time; to be called once for each, in order. */
  readonly sound: (word: PlannedWord) => Float32Array
}

export interface ToneCodedVoice {
  speak(request: ToneCodedRequest): ToneCodedSpeech
}

/**
 * Speaks aloud, with the words beneath the voice in tones that a machine reads exactly
 * (docs/voice.md, The built-in voice). Deterministic.
 */
export function createToneCodedVoice(): ToneCodedVoice {
  const formants = createFormantVoice()
  const tools = {
    bed: createComfortNoise(HIGH_BAND),
    createResampler: createResamplerFactory(),
    room: new Float32Array(ROOM_SAMPLES),
  }
  return {
    speak: ({ text, sampleRate, speaker, speed }) => {
      const speech = formants.speak(text, speaker, speed)
      return {
        words: speech.words,
        sound: createLayers(speech, { sampleRate, pace: symbolRateFor(speed) }, tools),
      }
    },
  }
}

/** The whole of a text at once. */
export function synthesizeWhole(voice: ToneCodedVoice, request: ToneCodedRequest): Float32Array {
  const { words, sound } = voice.speak(request)
  return concatSamples(words.map(sound))
}

type Output = Pick<ToneSettings, 'sampleRate' | 'pace'>
type Tools = {
  readonly bed: ReturnType<typeof createComfortNoise>
  readonly createResampler: ReturnType<typeof createResamplerFactory>
  /** For what one word needs for a moment. */
  readonly room: Float32Array
}

/** Voice and tones of one word after another, in exactly the samples of its time. */
function createLayers({ voice }: PlannedSpeech, { sampleRate, pace }: Output, tools: Tools) {
  const isAlone = sampleRate < BOTH_FROM_HZ
  const tones = {
    sampleRate,
    pace,
    band: isAlone ? LOW_BAND : HIGH_BAND,
    amplitude: isAlone ? AMPLITUDE_ALONE : AMPLITUDE_UNDER_VOICE[pace],
  }
  const resampler = () => tools.createResampler({ from: SYNTHESIS_RATE, to: sampleRate })
  const hear = isAlone ? silent : createVoiceLayer(voice, { ...tools, resampler: resampler(), sampleRate })
  const lie = isAlone ? (samples: Float32Array) => samples : tools.bed(sampleRate)
  const toSamples = (step: number) => Math.round((step * PARAMETER_FRAME_MS * sampleRate) / 1000)
  return (word: PlannedWord): Float32Array => {
    const sound = hear(word, toSamples(word.to) - toSamples(word.from))
    lie(sound, sound)
    add(sound, encodeTones(word.packet, tones, tools.room), { at: 0, gain: 1 })
    return sound
  }
}

const silent = (_: PlannedWord, length: number) => new Float32Array(length)

type VoiceLayer = {
  readonly resampler: Resampler
  readonly sampleRate: number
  readonly room: Float32Array
}

/** The voice at the output's rate, so much later that the converter has always looked ahead far enough. */
function createVoiceLayer(voice: PlannedSpeech['voice'], { resampler, sampleRate, room }: VoiceLayer) {
  let held: Float32Array = new Float32Array(Math.ceil(LAG_SECONDS * sampleRate))
  return (word: PlannedWord, length: number): Float32Array => {
    const sound = new Float32Array(length)
    const next = resampler.push(voice(word), room)
    add(sound, held, { at: 0, gain: VOICE_GAIN })
    add(sound, next, { at: held.length, gain: VOICE_GAIN })
    held = concatSamples([held.subarray(length), next.subarray(Math.max(0, length - held.length))])
    return sound
  }
}

/** Adds it to the sound from there on, as far as there is sound. */
function add(
  sound: Float32Array,
  other: Float32Array,
  { at, gain }: { readonly at: number; readonly gain: number },
): void {
  const length = Math.min(other.length, sound.length - at)
  for (let index = 0; index < length; index += 1)
    sound[at + index] = (sound[at + index] ?? 0) + gain * (other[index] ?? 0)
}
