import { expect, test } from 'vitest'
import type { SystemMetrics } from '../../../src/contract/staff.js'
import { addCounts, addMetrics } from '../../../src/domain/operations/add-metrics.js'

type Given = { readonly live: number; readonly factor: number; readonly status?: 'ok' | 'degraded' }

const metrics = ({ live, factor, status = 'ok' }: Given): SystemMetrics => ({
  counts: {
    requests: [
      { method: 'GET', route: '/a', status: 200, count: 2 * factor, seconds: 0.5 * factor },
      { method: 'GET', route: `/only-${factor}`, status: 200, count: 1, seconds: 1 },
    ],
    sessionsOpened: 3 * factor,
    turns: { started: 5 * factor, failed: factor },
    messages: { user: 7 * factor, assistant: 8 * factor },
    turnStages: [{ stage: 'memory', endedBy: 'text', count: factor, seconds: factor, buckets: [0, factor] }],
  },
  sessions: { live },
  store: {
    status,
    failure: status === 'ok' ? null : 'full',
    records: 10,
    missingFiles: 0,
    journalBytes: 0,
    isCompacting: false,
    writes: { count: factor, meanMs: factor, p99Ms: 10 * factor, maxMs: 20 * factor },
  },
  vitals: {
    uptimeSeconds: 100 / factor,
    eventLoopDelay: { meanMs: factor, p99Ms: 10 * factor, maxMs: 20 * factor },
    memory: { rssBytes: factor, heapUsedBytes: factor, heapTotalBytes: factor, externalBytes: factor },
  },
})

test('what several processes count is added up, and the worst of what they measure counts', () => {
  expect(
    addMetrics(metrics({ live: 4, factor: 1 }), [metrics({ live: 6, factor: 3, status: 'degraded' })]),
  ).toEqual({
    counts: {
      requests: [
        { method: 'GET', route: '/a', status: 200, count: 8, seconds: 2 },
        { method: 'GET', route: '/only-1', status: 200, count: 1, seconds: 1 },
        { method: 'GET', route: '/only-3', status: 200, count: 1, seconds: 1 },
      ],
      sessionsOpened: 12,
      turns: { started: 20, failed: 4 },
      messages: { user: 28, assistant: 32 },
      turnStages: [{ stage: 'memory', endedBy: 'text', count: 4, seconds: 4, buckets: [0, 4] }],
    },
    sessions: { live: 10 },
    store: {
      ...metrics({ live: 0, factor: 3, status: 'degraded' }).store,
      writes: { count: 4, meanMs: 2.5, p99Ms: 30, maxMs: 60 },
    },
    vitals: {
      uptimeSeconds: 100,
      eventLoopDelay: { meanMs: 2, p99Ms: 30, maxMs: 60 },
      memory: { rssBytes: 4, heapUsedBytes: 4, heapTotalBytes: 4, externalBytes: 4 },
    },
  })
})

test('one process alone has its own metrics', () => {
  const own = metrics({ live: 4, factor: 2 })
  expect(addMetrics(own, [])).toEqual(own)
  expect(addCounts([own.counts])).toEqual(own.counts)
})
