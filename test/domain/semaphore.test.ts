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
