import { expect, test } from 'vitest'
import { createPlaybackQueue, type PlaybackEvent } from '../../../../src/web/share/voice/playback-queue.js'

const BLOCK = 128

const tone = (length: number, from = 0) => Float32Array.from({ length }, (_, at) => (from + at + 1) / 10_000)

const piece = (messageId: string, samples: Float32Array, isLast = false) => ({ messageId, samples, isLast })

/** What a loudspeaker gets in so many blocks. */
function listen(queue: ReturnType<typeof createPlaybackQueue>, blocks: number) {
  const samples: number[] = []
  const played: PlaybackEvent[] = []
  for (let block = 0; block < blocks; block += 1) {
    const output = new Float32Array(BLOCK).fill(9)
    played.push(...queue.fill(output))
    samples.push(...output)
  }
  return { samples, played: played.map(({ messageId, type: is }) => `${messageId} ${is}`) }
}

test('pieces join to the sample, however they were cut, and silence follows', () => {
  const queue = createPlaybackQueue(0)
  const whole = tone(1000)
  for (const [from, to] of [
    [0, 1],
    [1, 300],
    [300, 300],
    [300, 1000],
  ] as const) {
    queue.push(piece('a', whole.subarray(from, to), to === 1000))
  }
  const { samples, played } = listen(queue, 9)
  expect(samples.slice(0, 1000)).toEqual([...whole])
  expect(samples.slice(1000)).toEqual(Array(9 * BLOCK - 1000).fill(0))
  expect(played).toEqual(['a begun', 'a ended'])
})

test('a sound begins once enough of it is there, or all; run dry it waits for as much again', () => {
  const queue = createPlaybackQueue(500)
  queue.push(piece('a', tone(499)))
  expect(listen(queue, 1)).toEqual({ samples: Array(BLOCK).fill(0), played: [] })
  queue.push(piece('a', tone(1, 499)))
  expect(listen(queue, 4).samples.slice(0, 500)).toEqual([...tone(500)])
  queue.push(piece('a', tone(10, 500)))
  expect(listen(queue, 1).samples).toEqual(Array(BLOCK).fill(0))
  queue.push(piece('a', tone(10, 510), true))
  const rest = listen(queue, 1)
  expect(rest.samples.slice(0, 20)).toEqual([...tone(20, 500)])
  expect(rest.played).toEqual(['a ended'])
})

test('one reply follows the other without a gap, and each is told of', () => {
  const queue = createPlaybackQueue(0)
  queue.push(piece('a', tone(200), true))
  queue.push(piece('b', tone(56, 200), true))
  const { samples, played } = listen(queue, 2)
  expect(samples).toEqual([...tone(256)])
  expect(played).toEqual(['a begun', 'a ended', 'b begun', 'b ended'])
})

test('a cut leaves one block that fades out, then silence, whatever was waiting', () => {
  const queue = createPlaybackQueue(0)
  queue.push(piece('a', new Float32Array(10_000).fill(0.5)))
  listen(queue, 2)
  queue.clear()
  const { samples, played } = listen(queue, 3)
  expect(samples[0]).toBe(0.5)
  expect(samples.slice(0, BLOCK).every((sample, at) => at === 0 || sample < (samples[at - 1] ?? 0))).toBe(
    true,
  )
  expect(samples[BLOCK - 1]).toBeLessThan(0.01)
  expect(samples.slice(BLOCK)).toEqual(Array(2 * BLOCK).fill(0))
  expect(played).toEqual([])
})

test('after a cut the next reply plays from its beginning; a cut of what has not begun lets nothing out', () => {
  const queue = createPlaybackQueue(300)
  queue.push(piece('a', tone(200)))
  queue.clear()
  queue.push(piece('b', tone(100), true))
  const { samples, played } = listen(queue, 2)
  expect(samples.filter((sample) => sample !== 0)).toEqual([...tone(100)])
  expect(played).toEqual(['b begun', 'b ended'])
})

test('a last piece without a sample ends its reply', () => {
  const queue = createPlaybackQueue(0)
  queue.push(piece('a', tone(BLOCK)))
  expect(listen(queue, 1).played).toEqual(['a begun'])
  queue.push(piece('a', new Float32Array(0), true))
  expect(listen(queue, 1).played).toEqual(['a ended'])
})
