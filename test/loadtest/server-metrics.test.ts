import { expect, test } from 'vitest'
import type { Client } from '../../src/client/create-client.js'
import { pollServerMetrics } from '../../src/loadtest/server-metrics.js'
import { createVirtualTimers } from '../support/virtual-time.js'

const START_MS = 1700

/** A server whose event loop was late by as many milliseconds as the time at which it is asked. */
function createServer() {
  const timers = createVirtualTimers()
  const staff = {
    call: async () => ({
      vitals: {
        eventLoopDelay: { p99Ms: timers.elapsed() - START_MS, maxMs: 0 },
        memory: { rssBytes: 0, heapUsedBytes: 0 },
      },
      sessions: { live: 0 },
      store: { journalBytes: 0, writes: { count: 0, p99Ms: 0, maxMs: 0 } },
    }),
  } as unknown as Pick<Client, 'call'>
  return { timers, poller: pollServerMetrics(staff, timers.after) }
}

const clockOf = (timers: ReturnType<typeof createVirtualTimers>) => ({
  now: () => timers.elapsed() - START_MS,
})

test('a second of the server is measured from its beginning to its end, counted from the start of the run', async () => {
  const { timers, poller } = createServer()
  poller.start(clockOf(timers))
  await timers.advance(START_MS + 3400)
  const seconds = await poller.stop()
  expect(seconds.map(({ second, eventLoopP99Ms }) => [second, eventLoopP99Ms])).toEqual([
    ...[
      [0, 1000],
      [1, 2000],
      [2, 3000],
      [3, 3400],
    ],
  ])
})

test('a poller that was held up names the second that has ended, and goes on in step', async () => {
  const { timers, poller } = createServer()
  let skipped = 0
  poller.start({ now: () => timers.elapsed() - START_MS + skipped })
  await timers.advance(START_MS + 1000)
  skipped = 2000
  await timers.advance(2000)
  const seconds = await poller.stop()
  expect(seconds.map(({ second }) => second)).toEqual([0, 3, 4, 5])
})

test('a run that ended before it began has no seconds', async () => {
  const { timers, poller } = createServer()
  poller.start(clockOf(timers))
  expect(await poller.stop()).toEqual([])
})
