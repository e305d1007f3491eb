import { afterAll, expect, test } from 'vitest'
import { createFliteVoice } from '../../../../src/adapters/speech/flite/flite-voice.js'
import {
  ANIMATION_FPS,
  type AnimationFrame,
  createLipSync,
} from '../../../../src/domain/voice/animation/lip-sync.js'
import { BLENDSHAPES } from '../../../../src/domain/voice/animation/visemes.js'
import type { PhonemeTiming } from '../../../../src/domain/voice/ports.js'
import { findBuiltFile } from '../../../../src/runtime/process/package-root.js'
import { HARVARD_SENTENCES } from '../../../support/speech/harvard-sentences.js'
import { aVoice, samplesOf, say } from '../../../support/speech/voice-battery.js'

const RATE = 16_000
/** As much as the picture may be ahead of the sound, or behind it. */
const TOLERANCE_SECONDS = 0.04
const OPEN_VOWELS = ['AA', 'AE', 'AO', 'AH']
const LIPS = ['P', 'B', 'M']

const voice = createFliteVoice({ findWorker: () => findBuiltFile('adapters/speech/flite/flite.worker.js') })
afterAll(() => voice.close())

type Spoken = {
  readonly samples: Float32Array
  readonly phonemes: readonly PhonemeTiming[]
  readonly frames: readonly AnimationFrame[]
}

const allSpoken = new Map<string, Promise<Spoken>>()

/** Each text is spoken once by each voice. */
function spoken(text: string, name: string): Promise<Spoken> {
  const key = `${name}: ${text}`
  const once = allSpoken.get(key) ?? speak(text, name)
  allSpoken.set(key, once)
  return once
}

async function speak(text: string, tts_voice: string): Promise<Spoken> {
  const chunks = await say(voice, { text, sampleRate: RATE, voice: { ...aVoice, tts_voice } })
  const phonemes = chunks.flatMap((chunk) => chunk.phonemes)
  const samples = samplesOf(chunks)
  const lips = createLipSync('message')
  lips.say(phonemes, 0)
  return { samples, phonemes, frames: lips.framesUntil(samples.length / RATE) }
}

const TEXTS = [...HARVARD_SENTENCES.slice(0, 8), 'My baby mumbles: a map, a lamb, a robber and a puppy.']

const middleOf = ({ from, to }: PhonemeTiming) => (from + to) / 2

/** The frames that are shown within the tolerance of a moment. */
const framesAround = (frames: readonly AnimationFrame[], seconds: number) =>
  frames.filter(({ time_code_sec }) => Math.abs(time_code_sec - seconds) <= TOLERANCE_SECONDS)

test.each(['male', 'female'])(
  'every frame of the %s voice has all 52 names, each from 0 to 1',
  async (name) => {
    for (const text of TEXTS) {
      const { frames, samples } = await spoken(text, name)
      expect(frames.length).toBe(Math.ceil((samples.length / RATE) * ANIMATION_FPS))
      // Some hundred thousand weights: one expectation of each would take longer than to speak them.
      for (const { weights } of frames) {
        expect(Object.keys(weights)).toEqual([...BLENDSHAPES])
        expect(Object.entries(weights).filter(([, weight]) => !(weight >= 0 && weight <= 1))).toEqual([])
      }
    }
  },
)

test.each(['male', 'female'])(
  'the mouth of the %s voice is closed on p, b and m and open on vowels, within 40 ms of the phoneme',
  async (name) => {
    let [closed, open] = [0, 0]
    for (const text of TEXTS) {
      const { frames, phonemes } = await spoken(text, name)
      for (const timing of phonemes) {
        const around = framesAround(frames, middleOf(timing)).map(({ weights }) => weights)
        if (LIPS.includes(timing.phoneme)) {
          closed += 1
          const best = Math.min(...around.map(({ jawOpen, mouthRollLower }) => jawOpen - mouthRollLower))
          expect([text, timing, best < 0]).toEqual([text, timing, true])
        }
        if (OPEN_VOWELS.includes(timing.phoneme)) {
          open += 1
          const widest = Math.max(...around.map(({ jawOpen }) => jawOpen))
          expect([text, timing, widest > 0.2]).toEqual([text, timing, true])
        }
      }
    }
    expect(closed).toBeGreaterThan(20)
    expect(open).toBeGreaterThan(20)
  },
)

test.each(['male', 'female'])(
  'the phonemes of the %s voice lie where they sound: a stop between two vowels is the quiet one',
  async (name) => {
    // The sound itself, not what Flite tells of it: the closure of a p is silence between two loud vowels.
    const { samples, phonemes } = await spoken('A puppy, a potato, a copper cup of happy papers.', name)
    const level = (from: number, to: number) => {
      const part = samples.subarray(Math.round(from * RATE), Math.max(Math.round(to * RATE), 1))
      return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length))
    }
    const isVowel = (timing: PhonemeTiming | undefined) => /^[AEIOU]/.test(timing?.phoneme ?? '')
    let found = 0
    for (const [at, timing] of phonemes.entries()) {
      const [before, after] = [phonemes[at - 1], phonemes[at + 1]]
      if (timing.phoneme !== 'P' || before === undefined || after === undefined) continue
      if (!isVowel(before) || !isVowel(after)) continue
      found += 1
      // The quietest 20 ms around the stop are within the tolerance of its own span.
      const moments = Array.from(
        { length: 60 },
        (_, step) => before.from + (step * (after.to - before.from)) / 60,
      )
      const quietest = moments.reduce((least, moment) =>
        level(moment, moment + 0.02) < level(least, least + 0.02) ? moment : least,
      )
      expect(quietest).toBeGreaterThan(timing.from - TOLERANCE_SECONDS)
      expect(quietest).toBeLessThan(timing.to + TOLERANCE_SECONDS)
    }
    expect(found).toBeGreaterThan(3)
  },
)
