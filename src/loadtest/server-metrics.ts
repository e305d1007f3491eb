import type { Client } from '../client/create-client.js'
import { getStaffSystemMetrics } from '../contract/staff.js'
import type { ServerSecond } from './results/result.js'

const POLL_INTERVAL_MS = 1000

export type ServerMetricsPoller = { stop(): Promise<readonly ServerSecond[]> }

/** Polls the metrics of a local server every second. Each answer covers the time since the one before it. */
export function pollServerMetrics(staff: Pick<Client, 'call'>): ServerMetricsPoller {
  const seconds: ServerSecond[] = []
  let polling: Promise<void> = Promise.resolve()
  const poll = async (second: number) => {
    const { vitals, sessions, store } = await staff.call(getStaffSystemMetrics, {})
    seconds.push({
      second,
      eventLoopP99Ms: vitals.eventLoopDelay.p99Ms,
      eventLoopMaxMs: vitals.eventLoopDelay.maxMs,
      rssBytes: vitals.memory.rssBytes,
      heapUsedBytes: vitals.memory.heapUsedBytes,
      liveSessions: sessions.live,
      journalBytes: store.journalBytes,
      storeWrites: store.writes.count,
      storeWriteP99Ms: store.writes.p99Ms,
      storeWriteMaxMs: store.writes.maxMs,
    })
  }
  let second = 0
  const queuePoll = () => {
    const now = second
    second += 1
    // A server too busy to answer leaves a gap in the curve.
    polling = polling.then(() => poll(now)).catch(() => undefined)
  }
  const timer = setInterval(queuePoll, POLL_INTERVAL_MS)
  return {
    async stop() {
      clearInterval(timer)
      queuePoll()
      await polling
      return seconds
    },
  }
}
