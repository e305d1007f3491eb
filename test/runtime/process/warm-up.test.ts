import { expect, test } from 'vitest'
import { scheduleWarmUp } from '../../../src/runtime/process/warm-up.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

function given() {
  const time = createVirtualTimers()
  let pieces = 0
  const stop = scheduleWarmUp(time, 100, async (pause, signal) => {
    while (!signal.aborted && pieces < 10) {
      pieces += 1
      await pause()
    }
  })
  return { time, stop, pieces: () => pieces }
}

test('it begins after its delay, and lets others in between two pieces', async () => {
  const { time, pieces } = given()
  await time.advance(99)
  expect(pieces()).toBe(0)
  await time.advance(3)
  expect(pieces()).toBe(1)
  await time.advance(1000)
  expect(pieces()).toBe(10)
})

test.each([50, 102])('told to stop after %i ms it goes no further', async (ms) => {
  const { time, stop, pieces } = given()
  await time.advance(ms)
  const before = pieces()
  stop()
  await time.advance(1000)
  expect(pieces()).toBe(before)
})
