import { createComfortNoise } from '../comfort-noise.js'
import { concatSamples, createResamplerFactory, type Resampler } from '../resample.js'
import { encodeTones, type ToneSettings } from '../tone-encoder.js'
import { HIGH_BAND, LOW_BAND } from '../tone-modulation.js'
import { SYNTHESIS_RATE } from './formant-synthesiser.js'
import { createFormantVoice, type PlannedSpeech, type SpeakerProfile } from './formant-voice.js'
import { PARAMETER_FRAME_MS } from './parameter-track.js'
import { type PlannedWord, symbolRateFor } from './speech-plan.js'

/** Below this sample rate voice and tones do not both fit into the spectrum: only the tones are sent. */
const BOTH_FROM_HZ = 16_000
/** Amplitude of the tones without a voice. */
const AMPLITUDE_ALONE = 0.3
/**
 * Amplitude of the tones under a voice: about 35 dB below it, where speech recognition ignores them. The short symbols
 * of fast speech would be lost beside fricatives, so they are louder.
 */
const AMPLITUDE_UNDER_VOICE = { natural: 0.0012, fast: 0.0065 }
/** Brings the loudest vowels to about half of full scale. */
const VOICE_GAIN = 0.13
/** Size of the shared buffer; most words fit at any sample rate and need no allocation. */
const BUFFER_SAMPLES = 48_000
/** Delay of the voice: more than half of the resampler's filter at 8 kHz. */
const LAG_SECONDS = 0.003

export type ToneCodedRequest = {
  readonly text: string
  /** Hz. */
  readonly sampleRate: number
  readonly speaker: SpeakerProfile
  /** 2 halves the time. */
  readonly speed: number
}

export type ToneCodedSpeech = {
  readonly words: readonly PlannedWord[]
  /** Synthesises the next word, exactly as long as planned. Call it once per word, in order. */
  readonly sound: (word: PlannedWord) => Float32Array
}

export interface ToneCodedVoice {
  speak(request: ToneCodedRequest): ToneCodedSpeech
}

/**
 * A voice that also carries its words in quiet tones, which a program decodes exactly
 * (docs/voice.md, The built-in voice). Deterministic.
 */
export function createToneCodedVoice(): ToneCodedVoice {
  const formants = createFormantVoice()
  const tools = {
    comfortNoise: createComfortNoise(HIGH_BAND),
    createResampler: createResamplerFactory(),
    buffer: new Float32Array(BUFFER_SAMPLES),
  }
  return {
    speak: ({ text, sampleRate, speaker, speed }) => {
      const speech = formants.speak(text, speaker, speed)
      return {
        words: speech.words,
        sound: createLayers(speech, { sampleRate, symbolRate: symbolRateFor(speed) }, tools),
      }
    },
  }
}

/** Synthesises a complete text at once. */
export function synthesizeWhole(voice: ToneCodedVoice, request: ToneCodedRequest): Float32Array {
  const { words, sound } = voice.speak(request)
  return concatSamples(words.map(sound))
}

type Output = Pick<ToneSettings, 'sampleRate' | 'symbolRate'>
type Tools = {
  readonly comfortNoise: ReturnType<typeof createComfortNoise>
  readonly createResampler: ReturnType<typeof createResamplerFactory>
  /** Scratch memory for one word. */
  readonly buffer: Float32Array
}

/** Mixes voice, comfort noise and tones word by word, each exactly as long as planned. */
function createLayers({ voice }: PlannedSpeech, { sampleRate, symbolRate }: Output, tools: Tools) {
  const isAlone = sampleRate < BOTH_FROM_HZ
  const tones = {
    sampleRate,
    symbolRate,
    band: isAlone ? LOW_BAND : HIGH_BAND,
    amplitude: isAlone ? AMPLITUDE_ALONE : AMPLITUDE_UNDER_VOICE[symbolRate],
  }
  const resampler = () => tools.createResampler({ from: SYNTHESIS_RATE, to: sampleRate })
  const renderVoice = isAlone
    ? silent
    : createVoiceLayer(voice, { ...tools, resampler: resampler(), sampleRate })
  const addNoise = isAlone ? (samples: Float32Array) => samples : tools.comfortNoise(sampleRate)
  const toSamples = (step: number) => Math.round((step * PARAMETER_FRAME_MS * sampleRate) / 1000)
  return (word: PlannedWord): Float32Array => {
    const sound = renderVoice(word, toSamples(word.to) - toSamples(word.from))
    addNoise(sound, sound)
    add(sound, encodeTones(word.packet, tones, tools.buffer), { at: 0, gain: 1 })
    return sound
  }
}

const silent = (_: PlannedWord, length: number) => new Float32Array(length)

type VoiceLayer = {
  readonly resampler: Resampler
  readonly sampleRate: number
  readonly buffer: Float32Array
}

/** The voice at the output's rate, delayed so that the resampler's look-ahead is always available. */
function createVoiceLayer(voice: PlannedSpeech['voice'], { resampler, sampleRate, buffer }: VoiceLayer) {
  let held: Float32Array = new Float32Array(Math.ceil(LAG_SECONDS * sampleRate))
  return (word: PlannedWord, length: number): Float32Array => {
    const sound = new Float32Array(length)
    const next = resampler.push(voice(word), buffer)
    add(sound, held, { at: 0, gain: VOICE_GAIN })
    add(sound, next, { at: held.length, gain: VOICE_GAIN })
    held = concatSamples([held.subarray(length), next.subarray(Math.max(0, length - held.length))])
    return sound
  }
}

/** Adds `other` to `sound` from `at` on; drops what exceeds its end. */
function add(
  sound: Float32Array,
  other: Float32Array,
  { at, gain }: { readonly at: number; readonly gain: number },
): void {
  const length = Math.min(other.length, sound.length - at)
  for (let index = 0; index < length; index += 1)
    sound[at + index] = (sound[at + index] ?? 0) + gain * (other[index] ?? 0)
}
