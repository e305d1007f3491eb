import { createStubRecogniser } from '../../src/adapters/speech/stub-recogniser.js'
import { createStubVoice } from '../../src/adapters/speech/stub-voice.js'
import { concatSamples } from '../../src/audio/resample.js'
import { HARVARD_SENTENCES } from '../support/speech/harvard-sentences.js'
import { power, silence, whiteNoise } from '../support/speech/sound.js'
import { recognise, samplesOf, say } from '../support/speech/voice-battery.js'
import type { Bench } from './bench.js'

const RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
/** From here on a voice lies over the tones, which are much quieter than alone (docs/voice.md, Tone codec). */
const VOICE_FROM_HZ = 16_000
const TONE_AMPLITUDE_UNDER_VOICE = 0.0012
const NOISE_DB = 5
/** Samples that are cut off or put before a sentence, so that symbols do not begin with chunks. */
const OFFSET = 137

type Condition = (samples: Float32Array, sampleRate: number, seed: number) => Float32Array

const CONDITIONS: readonly Condition[] = [
  (samples) => samples,
  (samples, sampleRate, seed) => withNoiseUnderTones(samples, sampleRate, seed),
  (samples, sampleRate, seed) =>
    withNoiseUnderTones(concatSamples([silence(OFFSET * (seed + 1)), samples]), sampleRate, seed),
]

/** White noise 5 dB below the tones themselves, not below the voice over them. */
function withNoiseUnderTones(samples: Float32Array, sampleRate: number, seed: number): Float32Array {
  const tones = sampleRate < VOICE_FROM_HZ ? power(samples) : TONE_AMPLITUDE_UNDER_VOICE ** 2 / 2
  const level = Math.sqrt(tones) * 10 ** (-NOISE_DB / 20)
  const noise = whiteNoise(samples.length, seed + 1)
  return samples.map((sample, at) => sample + level * (noise[at] ?? 0))
}

/** Round trips of the data layer: 20 sentences at 9 rates, clean, in noise, and in noise from another sample on. */
export const bench: Bench = async (size) => {
  const sentences = HARVARD_SENTENCES.slice(0, size === 'full' ? undefined : 1)
  const recogniser = createStubRecogniser({ transcripts: new Map() })
  const missed: string[] = []
  for (const sampleRate of RATES) {
    for (const [seed, text] of sentences.entries()) {
      const samples = samplesOf(await say(createStubVoice(), { text, sampleRate }))
      for (const [condition, change] of CONDITIONS.entries()) {
        const events = await recognise(recogniser, { samples: change(samples, sampleRate, seed), sampleRate })
        const last = events.at(-1)
        const heard = last?.type === 'final' ? last.text : ''
        if (heard !== text) missed.push(`${sampleRate} Hz, condition ${condition}: ${heard}`)
      }
    }
  }
  const all = RATES.length * sentences.length * CONDITIONS.length
  return [
    {
      name: 'round trips of the data layer that were exact, 8 to 48 kHz, 5 dB of noise',
      ratio: (all - missed.length) / all,
      budget: { atLeast: 1 },
      detail: [`${all - missed.length} of ${all}`, ...missed.slice(0, 3)].join('; '),
    },
  ]
}
