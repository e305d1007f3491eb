import type { FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY_MAX } from '../contract/limits.js'
import { domainError } from '../domain/errors.js'
import { decodeHeader } from './decode-header.js'
import type { ValidationProblem } from './validation-problems.js'

/** The request's `Idempotency-Key`; null without one, and an empty one is none. Too long a key is 422. */
export function readIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key']
  if (typeof header !== 'string' || header === '') return null
  const key = decodeHeader(header)
  if ([...key].length > IDEMPOTENCY_KEY_MAX) throw domainError('invalidFields', [keyTooLong])
  return key
}

const keyTooLong: ValidationProblem = {
  loc: ['header', 'Idempotency-Key'],
  msg: `String should have at most ${IDEMPOTENCY_KEY_MAX} characters`,
  type: 'string_too_long',
}
