/** What a JSON document can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** Whoever holds it answers the request; others are told to wait. A crash lets go of it. */
export type IdempotencyLock = {
  /** Lets the answer ride on the next write: no crash leaves the one without the other. It still is in flight. */
  storeWithNextWrite(value: Json, now: Date): void
  /** Keeps the answer, durably when this resolves, for those who ask again. */
  storeResponse(value: Json, now: Date): Promise<void>
  /** Ends the request: without an answer that is remembered, the next one is the first again. */
  release(): Promise<void>
}

export type Admission =
  | { readonly state: 'first'; readonly lock: IdempotencyLock }
  | { readonly state: 'in_flight' }
  | { readonly state: 'reused' }
  | { readonly state: 'answered'; readonly value: Json }

export type AdmissionRequest = {
  /** Of account, route and key together. */
  readonly id: string
  /** The same for the same request; compared, never read. */
  readonly fingerprint: string
  readonly now: Date
}

/** Knows which requests are being answered, and for 24 hours which were. */
export interface IdempotencyStore {
  admit(ask: AdmissionRequest): Promise<Admission>
}
