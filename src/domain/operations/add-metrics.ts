import type {
  Counts,
  RequestCount,
  StoreHealth,
  SystemMetrics,
  TurnStage,
  Vitals,
} from '../../contract/staff.js'

/** What several processes have counted, added up. */
export const addCounts = (all: readonly Counts[]): Counts => ({
  requests: addRequests(all.flatMap(({ requests }) => requests)),
  sessionsOpened: sum(all, ({ sessionsOpened }) => sessionsOpened),
  turns: {
    started: sum(all, ({ turns }) => turns.started),
    failed: sum(all, ({ turns }) => turns.failed),
  },
  messages: {
    user: sum(all, ({ messages }) => messages.user),
    assistant: sum(all, ({ messages }) => messages.assistant),
  },
  turnStages: addStages(all.flatMap(({ turnStages }) => turnStages)),
})

/**
 * The metrics of a service of several processes, `own` first: what is counted or used is added up, of what is measured the
 * worst counts, and the mean of means.
 */
export function addMetrics(own: SystemMetrics, others: readonly SystemMetrics[]): SystemMetrics {
  const all = [own, ...others]
  return {
    counts: addCounts(all.map(({ counts }) => counts)),
    sessions: { live: sum(all, ({ sessions }) => sessions.live) },
    store: worstStore(all.map(({ store }) => store)),
    vitals: addVitals(all.map(({ vitals }) => vitals)),
  }
}

function addRequests(requests: readonly RequestCount[]): RequestCount[] {
  const sums = new Map<string, RequestCount>()
  for (const request of requests) {
    const key = `${request.method} ${request.status} ${request.route}`
    const { count, seconds } = sums.get(key) ?? { count: 0, seconds: 0 }
    sums.set(key, { ...request, count: count + request.count, seconds: seconds + request.seconds })
  }
  return [...sums.values()]
}

function addStages(stages: readonly TurnStage[]): TurnStage[] {
  const sums = new Map<string, TurnStage>()
  for (const stage of stages) {
    const key = `${stage.endedBy} ${stage.stage}`
    const { count, seconds, buckets } = sums.get(key) ?? { count: 0, seconds: 0, buckets: [] }
    sums.set(key, {
      ...stage,
      count: count + stage.count,
      seconds: seconds + stage.seconds,
      buckets: stage.buckets.map((each, at) => each + (buckets[at] ?? 0)),
    })
  }
  return [...sums.values()]
}

const SEVERITY: readonly StoreHealth['status'][] = ['ok', 'degraded', 'failed']

/** All of them have the same records, so that these are not added up. */
function worstStore(stores: readonly StoreHealth[]): StoreHealth {
  const [worst] = stores.toSorted((a, b) => SEVERITY.indexOf(b.status) - SEVERITY.indexOf(a.status))
  if (worst === undefined) throw new Error('no store')
  const writes = stores.map((store) => store.writes)
  const count = sum(writes, (each) => each.count)
  return {
    ...worst,
    writes: {
      count,
      meanMs: count === 0 ? 0 : sum(writes, (each) => each.count * each.meanMs) / count,
      p99Ms: Math.max(...writes.map(({ p99Ms }) => p99Ms)),
      maxMs: Math.max(...writes.map(({ maxMs }) => maxMs)),
    },
  }
}

function addVitals(vitals: readonly Vitals[]): Vitals {
  const delays = vitals.map(({ eventLoopDelay }) => eventLoopDelay)
  const memory = (part: keyof Vitals['memory']) => sum(vitals, (each) => each.memory[part])
  return {
    uptimeSeconds: Math.max(...vitals.map(({ uptimeSeconds }) => uptimeSeconds)),
    eventLoopDelay: {
      meanMs: sum(delays, ({ meanMs }) => meanMs) / delays.length,
      p99Ms: Math.max(...delays.map(({ p99Ms }) => p99Ms)),
      maxMs: Math.max(...delays.map(({ maxMs }) => maxMs)),
    },
    memory: {
      rssBytes: memory('rssBytes'),
      heapUsedBytes: memory('heapUsedBytes'),
      heapTotalBytes: memory('heapTotalBytes'),
      externalBytes: memory('externalBytes'),
    },
  }
}

const sum = <Each>(all: readonly Each[], value: (each: Each) => number): number =>
  all.reduce((total, each) => total + value(each), 0)
