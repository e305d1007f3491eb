import { afterAll, describe, expect, test } from 'vitest'
import { createFliteVoice } from '../../../../src/adapters/speech/flite/flite-voice.js'
import { concatSamples } from '../../../../src/audio/resample.js'
import { facesOf } from '../../../../src/domain/voice/animation/visemes.js'
import { findBuiltFile } from '../../../../src/runtime/process/package-root.js'
import { HARVARD_SENTENCES } from '../../../support/speech/harvard-sentences.js'
import { integratedLoudness } from '../../../support/speech/loudness.js'
import {
  aVoice,
  describeSpeechSynthesis,
  never,
  samplesOf,
  say,
} from '../../../support/speech/voice-battery.js'

const findWorker = () => findBuiltFile('adapters/speech/flite/flite.worker.js')
const voice = createFliteVoice({ findWorker })
afterAll(() => voice.close())

const saidBy = async (tts_voice: string | null, text = 'Good morning, traveller.') =>
  samplesOf(await say(voice, { text, voice: { ...aVoice, tts_voice } }))

describe('the built-in voice', () => {
  describeSpeechSynthesis(() => voice)

  test.each(['male', 'female', 'awb'])('%s has -20 LUFS over the Harvard sentences', async (name) => {
    const all: Float32Array[] = []
    for (const text of HARVARD_SENTENCES) all.push(await saidBy(name, text))
    const loudness = integratedLoudness(concatSamples(all), 24_000)
    expect(loudness).toBeGreaterThan(-21)
    expect(loudness).toBeLessThan(-19)
  })

  test('a man and a woman differ in pitch by more than half an octave', async () => {
    const text = 'We were away a year ago.'
    const pitches = [pitchOf(await saidBy('male', text)), pitchOf(await saidBy('female', text))] as const
    expect(pitches[1] / pitches[0]).toBeGreaterThan(1.4)
    expect(pitches[1] / pitches[0]).toBeLessThan(2.2)
  })

  test('the same request gives the same sound, a name of its own another, and a seed changes that', async () => {
    const [maren, again, dov] = [await saidBy('maren'), await saidBy('maren'), await saidBy('dov')]
    expect(again).toEqual(maren)
    expect(dov).not.toEqual(maren)
    const seeded = createFliteVoice({ findWorker, seed: 1 })
    const other = samplesOf(
      await say(seeded, { text: 'Good morning, traveller.', voice: { ...aVoice, tts_voice: 'maren' } }),
    )
    await seeded.close()
    expect(other).not.toEqual(maren)
  })

  test.each([0.5, 1.5, 2])('speed %f takes as long as that says', async (tts_speed) => {
    const text = 'The old man went down to the sea.'
    const length = async (speed: number) =>
      samplesOf(await say(voice, { text, voice: { ...aVoice, tts_speed: speed } })).length
    const ratio = (await length(1)) / (await length(tts_speed))
    expect(ratio / tts_speed).toBeGreaterThan(0.85)
    expect(ratio / tts_speed).toBeLessThan(1.15)
  })

  test('says when each word sounds and where it ends in the text', async () => {
    const text = 'On May 4,  it cost $5.50 👋 then.'
    const chunks = await say(voice, { text })
    const words = chunks.flatMap((chunk) => chunk.words)
    expect(words.map(({ word }) => word)).toEqual(['On', 'May', '4,', 'it', 'cost', '$5.50', '👋', 'then.'])
    expect(words.at(-1)?.textEnd).toBe(text.length)
    for (const [at, { from, to }] of words.entries()) {
      expect(to).toBeGreaterThanOrEqual(from)
      expect(from).toBeGreaterThanOrEqual(words[at - 1]?.to ?? 0)
    }
    // Four words are said for the amount, one for the pronoun.
    const duration = (name: string) =>
      words.filter(({ word }) => word === name).map(({ from, to }) => to - from)[0] ?? 0
    expect(duration('$5.50')).toBeGreaterThan(3 * duration('it'))
    expect(words.at(-1)?.to).toBeLessThan(samplesOf(chunks).length / 24_000)
  })

  test('every phoneme has a face, and the lips are shown closed for p, b and m', async () => {
    const text = `The beige judge thought: young boys ${'choose five warm shoes; vague noise, good hats, zip, sing, measure. '}`
    const phonemes = (await say(voice, { text })).flatMap((chunk) => chunk.phonemes)
    expect(phonemes.length).toBeGreaterThan(50)
    for (const { phoneme } of phonemes.filter((timed) => timed.phoneme !== 'SIL'))
      expect([phoneme, facesOf(phoneme).every((face) => Object.keys(face).length > 0)]).toEqual([
        phoneme,
        true,
      ])
    for (const [at, { from }] of phonemes.entries())
      expect(from).toBeGreaterThanOrEqual((phonemes[at - 1]?.to ?? 0) - 1e-6)
  })

  test('the sound begins at once and does not begin or end with a click', async () => {
    const samples = await saidBy(null)
    const first = samples.findIndex((sample) => Math.abs(sample) > 0.02)
    expect(first / 24_000).toBeLessThan(0.1)
    expect(Math.max(Math.abs(samples[0] ?? 1), Math.abs(samples.at(-1) ?? 1))).toBeLessThan(0.01)
  })

  test('texts that nobody waits for any more are not spoken', async () => {
    const stop = new AbortController()
    const spoken = [1, 2, 3].map((count) => say(voice, { text: `This is number ${count}.` }))
    const dropped = voice.speak(
      { text: 'Nobody hears this.', sampleRate: 24_000, voice: aVoice },
      stop.signal,
    )
    const first = dropped[Symbol.asyncIterator]().next()
    stop.abort()
    expect(await first).toEqual({ done: true, value: undefined })
    expect((await Promise.all(spoken)).every((chunks) => chunks.length > 0)).toBe(true)
  })

  test('markup is read as text, not obeyed', async () => {
    const plain = samplesOf(await say(voice, { text: 'one two' }))
    const marked = samplesOf(await say(voice, { text: '<break time="9s"/> one two' }))
    expect(marked.length / 24_000).toBeLessThan(plain.length / 24_000 + 4)
    await expect(say(voice, { text: '--help' })).resolves.toBeDefined()
  })

  test('after the thread has ended, the next text starts another', async () => {
    const own = createFliteVoice({ findWorker })
    await say(own, { text: 'One.' })
    await own.close()
    const chunks: unknown[] = []
    for await (const chunk of own.speak({ text: 'Two.', sampleRate: 16_000, voice: aVoice }, never()))
      chunks.push(chunk)
    expect(chunks.length).toBeGreaterThan(0)
    await own.close()
  })
})

/** The median pitch in Hz, by autocorrelation of voiced frames. */
function pitchOf(samples: Float32Array, sampleRate = 24_000): number {
  const pitches: number[] = []
  for (let at = 0; at + 2000 < samples.length; at += 600) {
    const frame = samples.subarray(at, at + 2000)
    let best = { lag: 0, score: 0.6 }
    for (let lag = sampleRate / 300; lag < sampleRate / 70; lag += 1) {
      const score = correlation(frame, lag)
      if (score > best.score + 0.02) best = { lag, score }
    }
    if (best.lag > 0) pitches.push(sampleRate / best.lag)
  }
  return pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? 0
}

function correlation(frame: Float32Array, lag: number): number {
  let [product, here, there] = [0, 1e-9, 1e-9]
  for (let at = 0; at + lag < frame.length; at += 1) {
    const [one, other] = [frame[at] ?? 0, frame[at + lag] ?? 0]
    product += one * other
    here += one * one
    there += other * other
  }
  return product / Math.sqrt(here * there)
}
