import { DAY_MS } from '../../contract/durations.js'
import type { QuotaBucket, QuotaRefusal, QuotaRequest } from './ports.js'
import type { QuotaUsageRecord } from './record.js'

/** When the bucket's window has moved past what was taken `at` (milliseconds). */
export const resetAt = ({ window }: QuotaBucket, at: number): number =>
  window === 'utc_day' ? (Math.floor(at / DAY_MS) + 1) * DAY_MS : at + window * 1000

/** When none of the take's windows holds it any more; undefined when none of its buckets has a limit. */
export function lastResetAt({ buckets }: QuotaRequest, at: number): number | undefined {
  const ends = buckets.filter(({ limit }) => limit !== Number.POSITIVE_INFINITY)
  return ends.length === 0 ? undefined : Math.max(...ends.map((bucket) => resetAt(bucket, at)))
}

type ConsumedAmounts = readonly Pick<QuotaUsageRecord, 'at' | 'amount'>[]

/**
 * Why the take does not fit on top of what its key has `taken`, oldest first and nothing of it after `now`; undefined
 * when it fits.
 */
export function checkQuota<T extends QuotaRequest>(
  take: T,
  taken: ConsumedAmounts,
  now: number,
): QuotaRefusal<T> | undefined {
  if (take.amount === 0) return undefined
  return take.buckets
    .map((bucket) => checkBucket({ request: take, bucket, now }, taken))
    .reduce(laterRefusal, undefined)
}

/** Of two refusals the one that has room last; the first of two alike. */
export function laterRefusal<R extends QuotaRefusal>(
  first: R | undefined,
  second: R | undefined,
): R | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return second.retryAt > first.retryAt ? second : first
}

type BucketCheck<T> = { readonly request: T; readonly bucket: QuotaBucket; readonly now: number }

function checkBucket<T extends QuotaRequest>(
  { request: take, bucket, now }: BucketCheck<T>,
  taken: ConsumedAmounts,
): QuotaRefusal<T> | undefined {
  const held = taken.filter(({ at }) => resetAt(bucket, at) > now)
  const used = held.reduce((sum, { amount }) => sum + amount, 0)
  const excess = used + take.amount - bucket.limit
  if (excess <= 0) return undefined

  const last = lastToReset(held, excess)
  const roomAt = new Date(resetAt(bucket, last?.at ?? now))
  return { request: take, bucket, remaining: Math.max(0, bucket.limit - used), retryAt: roomAt }
}

/** With which one the excess is gone; the last one when there is more excess than that. */
function lastToReset(held: ConsumedAmounts, excess: number): ConsumedAmounts[number] | undefined {
  let left = excess
  for (const taken of held) {
    left -= taken.amount
    if (left <= 0) return taken
  }
  return held.at(-1)
}
