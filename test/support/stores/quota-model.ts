import type { QuotaBucket, QuotaRequest } from '../../../src/domain/limits/ports.js'

type Event = {
  readonly key: string
  readonly at: number
  readonly amount: number
  readonly buckets: readonly QuotaBucket[]
}

/** Whether the bucket's window at the moment `now` holds what was taken `at`. */
function holds({ window }: QuotaBucket, at: number, now: number): boolean {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  return window === 'utc_day' ? dayOf(at) === dayOf(now) : now - at < window * 1000
}

/** The promises of a quota store, said as plainly as possible: a list that is looked through from end to end. */
export function createQuotaModel() {
  let events: readonly Event[] = []

  const fits = (now: number, { key, amount, buckets }: QuotaRequest) =>
    buckets.every((bucket) => {
      const held = events.filter((event) => event.key === key && holds(bucket, event.at, now))
      return held.reduce((sum, event) => sum + event.amount, amount) <= bucket.limit
    })
  const hasRoom = (now: number, takes: readonly QuotaRequest[]) => takes.every((take) => fits(now, take))

  return {
    hasRoom,
    /** How to give it back; undefined when there is no room for all of it. */
    take(now: number, takes: readonly QuotaRequest[]): (() => void) | undefined {
      events = events.filter(
        ({ at, buckets }) => at <= now && buckets.some((bucket) => holds(bucket, at, now)),
      )
      if (!hasRoom(now, takes)) return undefined
      const taken = takes.map(({ key, amount, buckets }) => ({ key, at: now, amount, buckets }))
      events = [...events, ...taken]
      return () => {
        events = events.filter((event) => !taken.includes(event))
      }
    },
    snapshot: () => events,
    restore(snapshot: readonly Event[]) {
      events = snapshot
    },
    /** What is counted, by key and time. */
    state: () => events.map(({ key, at, amount }) => `${key} ${at} ${amount}`).sort(),
  }
}
