import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createSemaphore } from '../../src/domain/semaphore.js'

test('so many work at a time, the others in their turn, also after one that fails', async () => {
  const semaphore = createSemaphore(2)
  const began: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) =>
    semaphore.run(async () => {
      began.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (n === 1) throw new Error('failed')
      return n
    })
  const all = [1, 2, 3, 4].map((n) => work(n).catch((error: Error) => error.message))
  await Promise.resolve()
  expect(began).toEqual([1, 2])
  ends[0]?.()
  await all[0]
  expect(began).toEqual([1, 2, 3])
  for (const _ of [1, 2, 3]) {
    for (const end of ends) end()
    await new Promise(setImmediate)
  }
  expect(await Promise.all(all)).toEqual(['failed', 2, 3, 4])
})

test('many who wait with one signal listen to it once, and all give up when it aborts', async () => {
  const semaphore = createSemaphore(1)
  const stop = new AbortController()
  const listeners = () => getEventListeners(stop.signal, 'abort').length
  const release = await semaphore.acquire()
  const waiting = Array.from({ length: 20 }, () => semaphore.acquire(stop.signal))
  expect(listeners()).toBe(1)
  release()
  const releaseFirst = await waiting[0]
  expect(listeners()).toBe(1)
  stop.abort('stopped')
  const others = await Promise.allSettled(waiting.slice(1))
  expect(others.map((other) => other.status === 'rejected' && other.reason)).toEqual(
    Array(19).fill('stopped'),
  )
  releaseFirst?.()
  await semaphore.acquire()
})

test('a signal that nobody waits with any more is let go', async () => {
  const semaphore = createSemaphore(1)
  const stop = new AbortController()
  const release = await semaphore.acquire()
  const next = semaphore.acquire(stop.signal)
  release()
  await next
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
})
