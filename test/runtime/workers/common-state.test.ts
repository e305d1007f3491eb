import { expect, test } from 'vitest'
import type { SystemMetrics } from '../../../src/contract/staff.js'
import { createInProcessPresence } from '../../../src/domain/presence.js'
import { createCommonState } from '../../../src/runtime/workers/common-state.js'
import type { FromWorker } from '../../../src/runtime/workers/messages.js'
import { createWorkerPart } from '../../../src/runtime/workers/worker-part.js'
import { describePresence } from '../../support/presence-battery.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

/** The parts of so many workers, whose messages arrive at once. */
function given(count: number) {
  const timers = createVirtualTimers()
  const silent = new Set<number>()
  const workers = new Map<number, ReturnType<typeof createWorkerPart>>()
  const state = createCommonState({
    timers,
    send: (worker, message) => {
      if (!silent.has(worker)) workers.get(worker)?.receive(message)
    },
    started: () => [...workers.keys()],
    serving: () => [...workers.keys()],
  })
  const begin = (id: number) => {
    const place = { number: id, isFirst: id === 1, address: { id, folder: '' } }
    const start = {
      type: 'start',
      options: {},
      place,
      isToldOfKept: false,
      others: state.sessions(),
    } as const
    const worker = createWorkerPart(start, (message: FromWorker) => state.receive(id, message))
    workers.set(id, worker)
    return worker.part.sharePresence(createInProcessPresence())
  }
  return {
    timers,
    silent,
    presences: Array.from({ length: count }, (_, at) => begin(at + 1)),
    begin,
    part: (id: number) => {
      const worker = workers.get(id)
      if (worker === undefined) throw new Error(`worker ${id} is not there`)
      return worker.part
    },
    die(id: number) {
      workers.delete(id)
      state.forget(id)
    },
  }
}

describePresence('presence of one of two workers', () => {
  const [presence] = given(2).presences
  if (presence === undefined) throw new Error('there are two')
  return presence
})

test('each worker knows of which characters the others have sessions, also one that comes later', () => {
  const { presences, begin } = given(2)
  const [first, second] = presences
  const seen = () => [first, second].map((presence) => presence?.launchStatus('c1'))
  const place = first?.enter('c1')
  expect(seen()).toEqual(['starting', 'starting'])
  place?.opened(async () => undefined)
  expect(seen()).toEqual(['running', 'running'])
  expect(second?.count()).toBe(0)
  const other = second?.enter('c1')
  expect(seen()).toEqual(['running', 'running'])
  expect(begin(3).launchStatus('c1')).toBe('running')
  place?.leave()
  expect(seen()).toEqual(['starting', 'starting'])
  other?.leave()
  expect(seen()).toEqual(['stopped', 'stopped'])
})

test('sessions go with their worker', () => {
  const { presences, die } = given(2)
  presences[0]?.enter('c1').opened(async () => undefined)
  expect(presences[1]?.launchStatus('c1')).toBe('running')
  die(1)
  expect(presences[1]?.launchStatus('c1')).toBe('stopped')
})

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
  timers.advance(1000)
  expect(opened(await asked)).toEqual([1120, 1120])
  const again = part(1).addOthers(metrics(20))
  die(2)
  expect(opened(await again)).toEqual([1120, 1020])
})

test('a worker alone has its own', async () => {
  expect(opened(await given(1).part(1).addOthers(metrics(5)))).toEqual([5, 5])
})
