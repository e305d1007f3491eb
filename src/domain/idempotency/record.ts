import { type Static, Type } from 'typebox'

/** What a JSON document can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** The response to a request with an idempotency key. Key and body are stored as hashes only. */
export const IdempotentResponseSchema = Type.Object({
  id: Type.String(),
  fingerprint: Type.String(),
  at: Type.Integer({ description: 'milliseconds since 1970, UTC' }),
  value: Type.Unsafe<Json>({}),
})
export type IdempotentResponse = Static<typeof IdempotentResponseSchema>
