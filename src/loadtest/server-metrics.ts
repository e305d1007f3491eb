import type { Client } from '../client/create-client.js'
import { getStaffSystemMetrics } from '../contract/staff.js'
import type { ServerSecond } from './result.js'

const POLL_INTERVAL_MS = 1000

export type ServerMetricsPoller = { stop(): Promise<readonly ServerSecond[]> }

/** Asks a local server each second how it is. Each answer is of the time since the one before. */
export function pollServerMetrics(staff: Pick<Client, 'call'>): ServerMetricsPoller {
  const seconds: ServerSecond[] = []
  let looking: Promise<void> = Promise.resolve()
  const look = async (second: number) => {
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
  const lookAgain = () => {
    const now = second
    second += 1
    // A server too busy to answer leaves a gap in the curve, which says enough.
    looking = looking.then(() => look(now)).catch(() => undefined)
  }
  const timer = setInterval(lookAgain, POLL_INTERVAL_MS)
  return {
    async stop() {
      clearInterval(timer)
      lookAgain()
      await looking
      return seconds
    },
  }
}
