import { expect, test } from 'vitest'
import type { SystemMetrics } from '../../../src/contract/staff.js'
import { createCommonMetrics } from '../../../src/runtime/workers/common-metrics.js'
import type { FromWorker } from '../../../src/runtime/workers/messages.js'
import { createWorkerPart } from '../../../src/runtime/workers/worker-part.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

/** The parts of so many workers, whose messages arrive at once. */
function given(count: number) {
  const timers = createVirtualTimers()
  const silent = new Set<number>()
  const workers = new Map<number, ReturnType<typeof createWorkerPart>>()
  const common = createCommonMetrics({
    timers,
    send: (worker, message) => {
      if (!silent.has(worker)) workers.get(worker)?.receive(message)
    },
    serving: () => [...workers.keys()],
  })
  const begin = (id: number) => {
    const place = { number: id, of: count, isFirst: id === 1, address: { id, folder: '' } }
    workers.set(
      id,
      createWorkerPart({ place }, { send: (message: FromWorker) => common.receive(id, message), timers }),
    )
  }
  for (let id = 1; id <= count; id += 1) begin(id)
  return {
    timers,
    silent,
    begin,
    part: (id: number) => {
      const worker = workers.get(id)
      if (worker === undefined) throw new Error(`worker ${id} is not there`)
      return worker.part
    },
    die(id: number) {
      workers.delete(id)
      common.forget(id)
    },
  }
}

const metrics = (sessionsOpened: number): SystemMetrics => ({
  counts: {
    requests: [],
    sessionsOpened,
    turns: { started: 0, failed: 0 },
    messages: { user: 0, assistant: 0 },
    turnStages: [],
  },
  sessions: { live: sessionsOpened },
  store: {
    status: 'ok',
    failure: null,
    records: 1,
    missingFiles: 0,
    journalBytes: 0,
    isCompacting: false,
    writes: { count: 0, meanMs: 0, p99Ms: 0, maxMs: 0 },
  },
  vitals: {
    uptimeSeconds: 1,
    eventLoopDelay: { meanMs: 0, p99Ms: 0, maxMs: 0 },
    memory: { rssBytes: 1, heapUsedBytes: 1, heapTotalBytes: 1, externalBytes: 1 },
  },
})
const opened = ({ counts, sessions }: SystemMetrics) => [counts.sessionsOpened, sessions.live]

test('metrics are those of all workers, and counts stay when a worker goes', async () => {
  const { part, die, begin } = given(3)
  for (const id of [1, 2, 3]) part(id).answerWith(() => metrics(10 ** id))
  expect(opened(await part(1).addOthers(metrics(10)))).toEqual([1110, 1110])
  die(2)
  expect(opened(await part(3).addOthers(metrics(1000)))).toEqual([1110, 1010])
  begin(4)
  part(4).answerWith(() => metrics(1))
  expect(opened(await part(4).addOthers(metrics(1)))).toEqual([1111, 1011])
  die(4)
  expect(opened(await part(1).addOthers(metrics(10)))).toEqual([1111, 1010])
})

test('of a worker that does not answer, what it has said before counts', async () => {
  const { part, silent, timers, die } = given(3)
  for (const id of [1, 2, 3]) part(id).answerWith(() => metrics(10 ** id))
  await part(1).addOthers(metrics(10))
  silent.add(2)
  const asked = part(1).addOthers(metrics(20))
  await timers.advance(1000)
  expect(opened(await asked)).toEqual([1120, 1120])
  const again = part(1).addOthers(metrics(20))
  die(2)
  expect(opened(await again)).toEqual([1120, 1020])
})

test('a worker alone has its own', async () => {
  expect(opened(await given(1).part(1).addOthers(metrics(5)))).toEqual([5, 5])
})
