import type { DomainError, DomainErrorOptions } from '../errors.js'

/** At most `limit` within a time window; an amount is available again once the window has moved past it. */
export type QuotaBucket = {
  /** Its name in a refusal. */
  readonly name: string
  /** Infinity: no limit. */
  readonly limit: number
  /** A sliding window of so many seconds, or the current day in UTC. */
  readonly window: number | 'utc_day'
}

/** An amount that must fit into every bucket of a key. */
export type QuotaRequest = {
  /** Which limit, of which owner. Holds no user text: it stays on disk until the amount is available again. */
  readonly key: string
  /** An integer; 0 consumes nothing and is never refused. */
  readonly amount: number
  readonly buckets: readonly QuotaBucket[]
}

export type QuotaReservation = {
  /** Undoes the consumption; does nothing once the amount is available again. */
  release(): Promise<void>
}

/** A bucket is full; nothing was consumed. */
export type QuotaRefusal<T extends QuotaRequest = QuotaRequest> = {
  readonly request: T
  /** Of the full buckets, the one that resets last. */
  readonly bucket: QuotaBucket
  /** What was left in the bucket. */
  readonly remaining: number
  /** When the amount fits, if nobody consumes more; for an amount above the limit: when the bucket is empty. */
  readonly retryAt: Date
}

export type ConsumeResult<T extends QuotaRequest = QuotaRequest> =
  | { readonly reservation: QuotaReservation }
  | { readonly refusal: QuotaRefusal<T> }

/** Records consumption durably and decides calls one at a time. */
export interface QuotaStore {
  /**
   * Consumes all requested amounts, durably when it resolves, or none. Drops usage that no window covers any more, and
   * usage in the future, which is left when the clock was set back. `requests` may hold each key once.
   */
  consume<T extends QuotaRequest>(now: Date, requests: readonly T[]): Promise<ConsumeResult<T>>
}

/** A request with the error of its refusal. */
export type Quota = QuotaRequest & {
  readonly toError: (refusal: QuotaRefusal, options: DomainErrorOptions) => DomainError
}
