import type { Bucket, Refusal, Take } from './ports.js'
import type { TakeRecord } from './record.js'

export const DAY_MS = 86_400_000

/** When the bucket's window has moved past what was taken `at` (milliseconds). */
export const leavesAt = ({ window }: Bucket, at: number): number =>
  window === 'utc_day' ? (Math.floor(at / DAY_MS) + 1) * DAY_MS : at + window * 1000

/** When none of the take's windows holds it any more; undefined when none of its buckets has a limit. */
export function leavesAllAt({ buckets }: Take, at: number): number | undefined {
  const ends = buckets.filter(({ limit }) => limit !== Number.POSITIVE_INFINITY)
  return ends.length === 0 ? undefined : Math.max(...ends.map((bucket) => leavesAt(bucket, at)))
}

type Taken = readonly Pick<TakeRecord, 'at' | 'amount'>[]

/**
 * Why the take does not fit on top of what its key has `taken`, oldest first and nothing of it after `now`; undefined
 * when it fits.
 */
export function refusalOf<T extends Take>(take: T, taken: Taken, now: number): Refusal<T> | undefined {
  if (take.amount === 0) return undefined
  return take.buckets.map((bucket) => fullness({ take, bucket, now }, taken)).reduce(later, undefined)
}

/** Of two refusals the one that has room last; the first of two alike. */
export function later<R extends Refusal>(first: R | undefined, second: R | undefined): R | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return second.roomAt > first.roomAt ? second : first
}

type Question<T> = { readonly take: T; readonly bucket: Bucket; readonly now: number }

function fullness<T extends Take>({ take, bucket, now }: Question<T>, taken: Taken): Refusal<T> | undefined {
  const held = taken.filter(({ at }) => leavesAt(bucket, at) > now)
  const used = held.reduce((sum, { amount }) => sum + amount, 0)
  const excess = used + take.amount - bucket.limit
  if (excess <= 0) return undefined

  const last = lastToLeave(held, excess)
  const roomAt = new Date(leavesAt(bucket, last?.at ?? now))
  return { take, bucket, remaining: Math.max(0, bucket.limit - used), roomAt }
}

/** With which one the excess is gone; the last one when there is more excess than that. */
function lastToLeave(held: Taken, excess: number): Taken[number] | undefined {
  let left = excess
  for (const taken of held) {
    left -= taken.amount
    if (left <= 0) return taken
  }
  return held.at(-1)
}
