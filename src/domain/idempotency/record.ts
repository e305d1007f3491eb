import { type Static, Type } from 'typebox'
import type { Json } from './ports.js'

/** What a request with an idempotency key was answered with. Key and body are kept as hashes only. */
export const IdempotentResponseSchema = Type.Object({
  id: Type.String(),
  fingerprint: Type.String(),
  at: Type.Integer({ description: 'milliseconds since 1970, UTC' }),
  value: Type.Unsafe<Json>({}),
})
export type IdempotentResponse = Static<typeof IdempotentResponseSchema>
