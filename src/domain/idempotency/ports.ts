/** What a JSON document can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** Whoever holds it answers the request; others are told to wait. A crash lets go of it. */
export type Hold = {
  /** Lets the answer ride on the next write: no crash leaves the one without the other. It still is in flight. */
  note(value: Json, now: Date): void
  /** Keeps the answer, durably when this resolves, for those who ask again. */
  remember(value: Json, now: Date): Promise<void>
  /** Ends the request: without an answer that is remembered, the next one is the first again. */
  letGo(): Promise<void>
}

export type Admission =
  | { readonly state: 'first'; readonly hold: Hold }
  | { readonly state: 'in_flight' }
  | { readonly state: 'reused' }
  | { readonly state: 'answered'; readonly value: Json }

export type Ask = {
  /** Of account, route and key together. */
  readonly id: string
  /** The same for the same request; compared, never read. */
  readonly fingerprint: string
  readonly now: Date
}

/** Knows which requests are being answered, and for 24 hours which were. */
export interface IdempotencyStore {
  admit(ask: Ask): Promise<Admission>
}
