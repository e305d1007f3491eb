import type { Client } from '../client/create-client.js'
import { SECOND_MS } from '../contract/durations.js'
import { getStaffHealth, getStaffSystemMetrics } from '../contract/staff.js'
import type { ServerSecond } from './results/result.js'
import type { RunClock } from './run-clock.js'

export type ServerMetricsPoller = {
  /** Begins with the run, so that a second of the server is the same time as that second of the players. */
  start(clock: RunClock): void
  stop(): Promise<readonly ServerSecond[]>
}

/** Calls `due` after so many milliseconds; the returned function cancels that. */
type After = (ms: number, due: () => void) => () => void

const realAfter: After = (ms, due) => {
  const timer = setTimeout(due, ms)
  return () => clearTimeout(timer)
}

/** Polls the metrics of a local server at the end of every second. Each answer covers the time since the one before it. */
export function pollServerMetrics(
  staff: Pick<Client, 'call'>,
  after: After = realAfter,
): ServerMetricsPoller {
  const seconds: ServerSecond[] = []
  let polling: Promise<void> = Promise.resolve()
  let clock: RunClock | undefined
  let cancel = () => {}
  const queuePoll = (second: number) => {
    const poll = async () => {
      const measured = await readMetrics(staff)
      // The one at the start ends what was measured before the run.
      if (second >= 0) seconds.push(secondOf(second, measured))
    }
    // A server too busy to answer leaves a gap in the curve.
    polling = polling.then(poll).catch(() => undefined)
  }
  const pollEverySecond = (own: RunClock) => {
    // Named by the clock and not counted: a timer that was held up must not shift all that comes after it.
    const ended = Math.round(own.now() / SECOND_MS)
    queuePoll(ended - 1)
    cancel = after(Math.max(0, (ended + 1) * SECOND_MS - own.now()), () => pollEverySecond(own))
  }
  return {
    start(own) {
      clock = own
      cancel = after(Math.max(0, -own.now()), () => pollEverySecond(own))
    },
    async stop() {
      cancel()
      if (clock !== undefined && clock.now() > 0) queuePoll(Math.floor(clock.now() / SECOND_MS))
      await polling
      return seconds
    },
  }
}

/** The version that a local server says it has; undefined if it says none. */
export const readTargetVersion = (staff: Pick<Client, 'call'>): Promise<string | undefined> =>
  staff.call(getStaffHealth, {}).then(
    ({ version }) => version,
    () => undefined,
  )

type SystemMetrics = Awaited<ReturnType<typeof readMetrics>>
const readMetrics = (staff: Pick<Client, 'call'>) => staff.call(getStaffSystemMetrics, {})

const secondOf = (second: number, { vitals, sessions, store }: SystemMetrics): ServerSecond => ({
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
