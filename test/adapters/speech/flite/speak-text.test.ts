import { describe, expect, test } from 'vitest'
import { FLITE_RATE } from '../../../../src/adapters/speech/flite/flite-program.js'
import { createTextSpeaker } from '../../../../src/adapters/speech/flite/speak-text.js'
import { toPcm16 } from '../../../../src/audio/pcm.js'
import { concatSamples } from '../../../../src/audio/resample.js'

/** A program that says a tone for so many seconds, whatever the text, after its silence of a quarter of a second. */
const aProgram = (seconds: number) => {
  const samples = Float32Array.from({ length: Math.round((seconds + 0.5) * FLITE_RATE) }, (_, at) => {
    const from = at / FLITE_RATE - 0.25
    return from < 0 || from > seconds ? 0 : 0.1 * Math.sin(2 * Math.PI * 200 * from)
  })
  const phonemes = [
    { name: 'pau', end: 0.25 },
    { name: 'aa', end: 0.25 + seconds },
    { name: 'pau', end: 0.5 + seconds },
  ]
  return { speak: () => ({ samples: new Int16Array(toPcm16(samples).slice().buffer), phonemes }) }
}

const piecesOf = (seconds: number) => [
  ...createTextSpeaker(aProgram(seconds))({
    text: 'Ah.',
    sampleRate: 24_000,
    speaker: { voice: 'awb', pitch: 1, pace: 1 },
    speed: 1,
  }),
]

describe('sound that is handed over before all of it is worked out', () => {
  test('the first piece is enough for a chunk, and says when every word and sound comes', () => {
    const [head, rest, ...more] = piecesOf(3)
    expect(more).toEqual([])
    const seconds = (head?.samples.length ?? 0) / 24_000
    expect(seconds).toBeGreaterThan(0.2)
    expect(seconds).toBeLessThan(0.3)
    expect(head?.words.map(({ word }) => word)).toEqual(['Ah.'])
    expect(head?.phonemes.some(({ phoneme, to }) => phoneme === 'AA' && to > 3)).toBe(true)
    expect(rest?.words).toEqual([])
    expect(rest?.phonemes).toEqual([])
  })

  test.each([0.05, 0.3, 3])('the pieces of %f seconds are one sound without a seam', (seconds) => {
    const heard = concatSamples(piecesOf(seconds).map(({ samples }) => samples))
    // The lead, the sound and the pause at the end of a sentence.
    expect(heard.length / 24_000).toBeCloseTo(0.03 + seconds + 0.3, 2)
    const steps = heard.map((sample, at) => Math.abs(sample - (heard[at - 1] ?? 0)))
    const loudest = Math.max(...heard.map(Math.abs))
    // A tone of 200 Hz changes by no more than this from one sample to the next.
    expect(Math.max(...steps)).toBeLessThan(1.2 * loudest * 2 * Math.PI * (200 / 24_000))
    expect([heard[0], heard.at(-1)]).toEqual([0, 0])
  })

  test('a text without words has no piece', () => {
    const speak = createTextSpeaker(aProgram(1))
    const speaker = { voice: 'awb', pitch: 1, pace: 1 } as const
    expect([...speak({ text: '…', sampleRate: 24_000, speaker, speed: 1 })]).toEqual([])
  })
})
