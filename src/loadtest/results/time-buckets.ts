import { type Static, Type } from 'typebox'

/** One hour in microseconds; longer times are clamped. */
export const LONGEST_US = 3_600_000_000
const US = 1000
/** Three digits, as an HdrHistogram has them: below 2^11 µs each has a bucket, above it 2^10 to 2^11 share a power of two. */
const EXACT_BITS = 10

/**
 * How often times fell into the buckets of an HdrHistogram of three digits: the lowest time of the bucket in
 * microseconds, and how many. Adding those of several machines up loses nothing.
 */
export const TimeBucketsSchema = Type.Array(
  Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), { minItems: 2, maxItems: 2 }),
  { maxItems: 100_000, description: 'Pairs of the lowest time of a bucket in microseconds and its count' },
)
export type TimeBuckets = Static<typeof TimeBucketsSchema>

export type TimeCounter = {
  add(ms: number): void
  addBuckets(buckets: TimeBuckets): void
  /** In rising order. */
  buckets(): TimeBuckets
  /** The lowest time in milliseconds that this share (0 to 1) of all is not above; null without any. */
  percentile(share: number): number | null
}

export const toMicroseconds = (ms: number): number => Math.min(LONGEST_US, Math.max(0, Math.round(ms * US)))

/** Counts times by bucket. */
export function createTimeCounter(): TimeCounter {
  const counts = new Map<number, number>()
  const count = (us: number, times: number) => {
    const lowest = lowestOfBucket(us)
    counts.set(lowest, (counts.get(lowest) ?? 0) + times)
  }
  const buckets = () => [...counts].sort(([a], [b]) => a - b).map(([us, times]) => [us, times])
  return {
    add: (ms) => count(toMicroseconds(ms), 1),
    addBuckets: (more) => {
      for (const [us = 0, times = 0] of more) count(Math.min(LONGEST_US, us), times)
    },
    buckets,
    percentile: (share) => {
      const sorted = buckets()
      const all = sorted.reduce((sum, [, times = 0]) => sum + times, 0)
      const rank = Math.min(all - 1, Math.floor(all * share))
      let passed = 0
      for (const [us = 0, times = 0] of sorted) {
        passed += times
        if (passed > rank) return us / US
      }
      return null
    },
  }
}

function lowestOfBucket(us: number): number {
  const width = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, us))) - EXACT_BITS)
  return Math.floor(us / width) * width
}
