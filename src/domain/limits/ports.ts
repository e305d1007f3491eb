/** Room for so much in a window of time; what is taken comes back when the window has moved past it. */
export type QuotaBucket = {
  /** How a refusal calls it. */
  readonly name: string
  /** Infinity: no limit. */
  readonly limit: number
  /** The last so many seconds, or the day in UTC. */
  readonly window: number | 'utc_day'
}

/** An amount that must find room in every bucket of a key. */
export type QuotaRequest = {
  /** Whose room of which limit. Says nothing that anybody wrote: it stays on disk until the amount is back. */
  readonly key: string
  /** A whole number; 0 takes nothing and is never refused. */
  readonly amount: number
  readonly buckets: readonly QuotaBucket[]
}

export type QuotaReservation = {
  /** As if it had never been taken. Does nothing once the amount has come back in another way. */
  release(): Promise<void>
}

/** There was no room, and nothing was taken. */
export type QuotaRefusal<T extends QuotaRequest = QuotaRequest> = {
  readonly request: T
  /** Of all the full buckets the one that has room last. */
  readonly bucket: QuotaBucket
  /** What the bucket had room for. */
  readonly remaining: number
  /** When all of it fits, if nobody takes more; for an amount over the limit: when the bucket is empty. */
  readonly retryAt: Date
}

export type ConsumeResult<T extends QuotaRequest = QuotaRequest> =
  | { readonly reservation: QuotaReservation }
  | { readonly refusal: QuotaRefusal<T> }

/** Knows what was taken, over restarts too. Decides one call after the other, whoever else calls. */
export interface QuotaStore {
  /**
   * Takes all of it, durably when this resolves, or nothing. What was taken at a time that is still to come (the clock
   * was set back) is forgotten, as is what no window holds any more. Each key may stand in it once.
   */
  consume<T extends QuotaRequest>(now: Date, takes: readonly T[]): Promise<ConsumeResult<T>>
}

/** A take that knows how its refusal is said. */
export type Quota = QuotaRequest & {
  readonly detail: (refusal: QuotaRefusal) => string | object
}
