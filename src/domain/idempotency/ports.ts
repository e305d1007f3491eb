import type { UnitWrite } from '../unit-of-work.js'
import type { Json } from './record.js'

/** The holder processes the request; concurrent ones with the same key are refused. A crash releases it. */
export type IdempotencyLock = {
  /** Makes the response part of a unit of work, so that no crash leaves one without the other. The lock is kept. */
  responseWrites(value: Json, now: Date): readonly UnitWrite[]
  /** Stores the response for repeated requests, durably when it resolves. */
  storeResponse(value: Json, now: Date): Promise<void>
  /** Ends the request; without a stored response, the next request with the key is processed as the first. */
  release(): Promise<void>
}

export type Admission =
  | { readonly state: 'first'; readonly lock: IdempotencyLock }
  | { readonly state: 'in_flight' }
  | { readonly state: 'reused' }
  | { readonly state: 'answered'; readonly value: Json }

export type AdmissionRequest = {
  /** A hash of account, route and key. */
  readonly id: string
  /** A hash of the request, equal for equal requests. */
  readonly fingerprint: string
  readonly now: Date
}

/** Knows which requests are in flight and, for 24 hours, the responses of finished ones. */
export interface IdempotencyStore {
  admit(request: AdmissionRequest): Promise<Admission>
}
