import { expect, test } from 'vitest'
import { createChunkCutter } from '../../../src/adapters/speech/chunk-cutter.js'

const RATE = 1000
const ramp = (from: number, length: number) => Float32Array.from({ length }, (_, at) => from + at)
const word = (from: number, to: number) => ({ word: `${from}`, textEnd: 0, from, to })

test('pieces of any length become chunks of 200 ms and a rest, without a sample lost', () => {
  const cutter = createChunkCutter(RATE)
  const chunks = [70, 250, 0, 410, 3].flatMap((length, at, all) => {
    const before = all.slice(0, at).reduce((sum, each) => sum + each, 0)
    return cutter.push({ samples: ramp(before, length) })
  })
  const all = [...chunks, ...cutter.flush()].map(({ samples }) => samples)
  expect(all.map(({ length }) => length)).toEqual([200, 200, 200, 133])
  expect(all.flatMap((samples) => [...samples])).toEqual([...ramp(0, 733)])
  expect(cutter.flush()).toEqual([])
})

test('each chunk has the words that begin in it, the last one also those behind the sound', () => {
  const cutter = createChunkCutter(RATE)
  const words = [word(0, 0.1), word(0.1, 0.3), word(0.2, 0.3), word(0.5, 0.5)]
  const chunks = [...cutter.push({ samples: ramp(0, 450), words }), ...cutter.flush()]
  expect(chunks.map((chunk) => chunk.words.map(({ from }) => from))).toEqual([[0, 0.1], [0.2], [0.5]])
})
