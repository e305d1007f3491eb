import { expect, test } from 'vitest'
import { createEventLoopYielder } from '../../src/domain/yield-to-event-loop.js'

/** A clock that only work moves, and sleepers that wake one loop turn at a time. */
function aMachine() {
  let now = 0
  let asleep: (() => void)[] = []
  const timers = {
    elapsed: () => now,
    sleep: () => new Promise<void>((resolve) => asleep.push(resolve)),
  }
  return {
    timers,
    work: (ms: number) => {
      now += ms
    },
    /** Wakes who sleeps; how long the loop was held until all rest again. */
    turn: async () => {
      const [woken, from] = [asleep, now]
      asleep = []
      for (const wake of woken) wake()
      await new Promise(setImmediate)
      return now - from
    },
    isIdle: () => asleep.length === 0,
  }
}

test('sixteen works that share a pace hold the loop no longer than one would', async () => {
  const machine = aMachine()
  const { yieldToEventLoop } = createEventLoopYielder(machine.timers)
  const ended: number[] = []
  for (let one = 0; one < 16; one += 1) {
    void (async () => {
      for (let step = 0; step < 8; step += 1) {
        await yieldToEventLoop()
        machine.work(3)
      }
      ended.push(one)
    })()
  }
  const held: number[] = []
  do held.push(await machine.turn())
  while (!machine.isIdle())
  expect(ended).toHaveLength(16)
  // Two steps of 3 ms: the second begins before the 5 ms are over.
  expect(Math.max(...held)).toBeLessThanOrEqual(6)
})

test('of works that share a pace none waits for another to end', async () => {
  const machine = aMachine()
  const { yieldToEventLoop } = createEventLoopYielder(machine.timers)
  const steps: string[] = []
  for (const name of ['long', 'short']) {
    void (async () => {
      for (let step = 0; step < (name === 'long' ? 50 : 2); step += 1) {
        await yieldToEventLoop()
        steps.push(name)
        machine.work(5)
      }
    })()
  }
  for (let turn = 0; turn < 6; turn += 1) await machine.turn()
  expect(steps.filter((name) => name === 'short')).toHaveLength(2)
})
