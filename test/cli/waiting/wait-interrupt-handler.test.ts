import { expect, test } from 'vitest'
import { createWaitInterruptHandler } from '../../../src/cli/waiting/wait-interrupt-handler.js'

const COME_BACK = { message: 'Stopped.', hint: 'Come back.' }

function givenInterruption() {
  let left = 0
  const interruption = createWaitInterruptHandler(() => {
    left += 1
  })
  return { interruption, left: () => left }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('the first press ends the waiting with what is to be said, and exit code 130', async () => {
  const { interruption, left } = givenInterruption()
  const waiting = interruption.runInterruptible(COME_BACK, untilAborted)
  interruption.handleInterrupt()
  await expect(waiting).rejects.toMatchObject({ ...COME_BACK, exitCode: 130 })
  expect(left()).toBe(0)
})

test('the second press leaves at once, though the waiting has not ended', () => {
  const { interruption, left } = givenInterruption()
  void interruption.runInterruptible(COME_BACK, () => new Promise(() => undefined))
  interruption.handleInterrupt()
  interruption.handleInterrupt()
  expect(left()).toBe(1)
})

test('outside of waiting the first press leaves', async () => {
  const { interruption, left } = givenInterruption()
  interruption.handleInterrupt()
  await interruption.runInterruptible(COME_BACK, async () => undefined)
  interruption.handleInterrupt()
  expect(left()).toBe(2)
})

test('another failure while waiting is told as it is', async () => {
  const { interruption } = givenInterruption()
  const failure = new Error('no')
  const waiting = interruption.runInterruptible(COME_BACK, async () => Promise.reject(failure))
  await expect(waiting).rejects.toBe(failure)
})
