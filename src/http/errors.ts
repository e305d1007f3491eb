import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { INSUFFICIENT_SCOPE } from '../contract/errors.js'
import { DomainError, diskFull, type ErrorKind, isDiskFull } from '../domain/errors.js'
import type { Log } from '../domain/log.js'
import { validationProblems } from './validation-problems.js'

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unprocessable: 422,
  quota: 429,
  upstream: 502,
  unavailable: 503,
  insufficient_storage: 507,
}

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Every failure leaves as `{detail}`; what nobody expected says nothing of its insides and goes to the log. */
export const createErrorHandler =
  (log: Log): ErrorHandler =>
  (error, request, reply) => {
    if (error instanceof DomainError) return sendDomainError(error, reply)
    if (isDiskFull(error)) return sendDomainError(diskFull(error), reply)

    const refused = (error ?? {}) as Partial<FastifyError>
    const { statusCode } = refused
    if (refused.validation !== undefined) {
      return reply.code(422).send({ detail: validationProblems(refused, request.body) })
    }
    // Refused by the framework: its own sentence may repeat the address, and with it a key.
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
      return reply.code(statusCode).send({ detail: STATUS_CODES[statusCode] ?? 'Bad Request' })
    }
    log.error('request failed', { requestId: request.id, route: request.routeOptions.url, error })
    return reply.code(500).send({ detail: 'Internal server error' })
  }

function sendDomainError(error: DomainError, reply: FastifyReply): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  const challenge = challengeOf(error)
  if (challenge !== null) reply.header('www-authenticate', challenge)
  return reply.code(STATUS[error.kind]).send({ detail: error.detail })
}

/** RFC 6750: a 401 names the scheme, a 403 for want of a scope names the scope. */
function challengeOf({ kind, detail }: DomainError): string | null {
  if (kind === 'unauthenticated') return 'Bearer'
  if (typeof detail === 'string' || !('requiredScope' in detail)) return null
  return `Bearer error="${INSUFFICIENT_SCOPE}", scope="${String(detail.requiredScope)}"`
}
