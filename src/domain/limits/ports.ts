/** Room for so much in a window of time; what is taken comes back when the window has moved past it. */
export type Bucket = {
  /** How a refusal calls it. */
  readonly name: string
  /** Infinity: no limit. */
  readonly limit: number
  /** The last so many seconds, or the day in UTC. */
  readonly window: number | 'utc_day'
}

/** An amount that must find room in every bucket of a key. */
export type Take = {
  /** Whose room of which limit. Says nothing that anybody wrote: it stays on disk until the amount is back. */
  readonly key: string
  /** A whole number; 0 takes nothing and is never refused. */
  readonly amount: number
  readonly buckets: readonly Bucket[]
}

export type Reservation = {
  /** As if it had never been taken. Does nothing once the amount has come back in another way. */
  giveBack(): Promise<void>
}

/** There was no room, and nothing was taken. */
export type Refusal<T extends Take = Take> = {
  readonly take: T
  /** Of all the full buckets the one that has room last. */
  readonly bucket: Bucket
  /** What the bucket had room for. */
  readonly remaining: number
  /** When all of it fits, if nobody takes more; for an amount over the limit: when the bucket is empty. */
  readonly roomAt: Date
}

export type Outcome<T extends Take = Take> =
  | { readonly reservation: Reservation }
  | { readonly refusal: Refusal<T> }

/** Knows what was taken, over restarts too. Decides one call after the other, whoever else calls. */
export interface QuotaStore {
  /**
   * Takes all of it, durably when this resolves, or nothing. What was taken at a time that is still to come (the clock
   * was set back) is forgotten, as is what no window holds any more. Each key may stand in it once.
   */
  take<T extends Take>(now: Date, takes: readonly T[]): Promise<Outcome<T>>
}
