import { DAY_MS } from '../../contract/durations.js'
import type { QuotaBucket, QuotaRefusal, QuotaRequest } from './ports.js'
import type { QuotaUsageRecord } from './record.js'

/** When the bucket's window has moved past an amount that was consumed `at` (milliseconds). */
export const resetAt = ({ window }: QuotaBucket, at: number): number =>
  window === 'utc_day' ? (Math.floor(at / DAY_MS) + 1) * DAY_MS : at + window * 1000

/** When no window of the request covers it any more; undefined when none of its buckets has a limit. */
export function lastResetAt({ buckets }: QuotaRequest, at: number): number | undefined {
  const ends = buckets.filter(({ limit }) => limit !== Number.POSITIVE_INFINITY)
  return ends.length === 0 ? undefined : Math.max(...ends.map((bucket) => resetAt(bucket, at)))
}

type ConsumedAmounts = readonly Pick<QuotaUsageRecord, 'at' | 'amount'>[]

/**
 * Why a request does not fit on top of what its key has `consumed` (oldest first, none later than `now`); undefined
 * when it fits.
 */
export function checkQuota<T extends QuotaRequest>(
  request: T,
  consumed: ConsumedAmounts,
  now: number,
): QuotaRefusal<T> | undefined {
  if (request.amount === 0) return undefined
  return request.buckets
    .map((bucket) => checkBucket({ request, bucket, now }, consumed))
    .reduce(laterRefusal, undefined)
}

/** The refusal with the later retry time; the first of two equal ones. */
export function laterRefusal<R extends QuotaRefusal>(
  first: R | undefined,
  second: R | undefined,
): R | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return second.retryAt > first.retryAt ? second : first
}

type BucketCheck<T> = { readonly request: T; readonly bucket: QuotaBucket; readonly now: number }

function checkBucket<T extends QuotaRequest>(
  { request, bucket, now }: BucketCheck<T>,
  consumed: ConsumedAmounts,
): QuotaRefusal<T> | undefined {
  const inWindow = consumed.filter(({ at }) => resetAt(bucket, at) > now)
  const used = inWindow.reduce((sum, { amount }) => sum + amount, 0)
  const excess = used + request.amount - bucket.limit
  if (excess <= 0) return undefined

  const last = lastToReset(inWindow, excess)
  const retryAt = new Date(resetAt(bucket, last?.at ?? now))
  return { request, bucket, remaining: Math.max(0, bucket.limit - used), retryAt }
}

/** The amount whose reset makes the request fit; the last one when even that is not enough. */
function lastToReset(inWindow: ConsumedAmounts, excess: number): ConsumedAmounts[number] | undefined {
  let left = excess
  for (const consumed of inWindow) {
    left -= consumed.amount
    if (left <= 0) return consumed
  }
  return inWindow.at(-1)
}
