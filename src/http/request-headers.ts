import type { FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY_MAX } from '../contract/limits.js'
import { domainError } from '../domain/errors.js'
import type { ValidationProblem } from './validation-problems.js'

/** Reads the `Idempotency-Key` header; null when it is absent or empty. Throws `unprocessable` when it is too long. */
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

/** Decodes a header as UTF-8, which clients send; Node decodes header bytes as Latin-1. */
export function decodeHeader(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? header : text
}
