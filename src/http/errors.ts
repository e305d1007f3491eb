import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorForm, INSUFFICIENT_SCOPE, INTERNAL_ERROR } from '../contract/errors.js'
import { DomainError, diskFull, isDiskFull } from '../domain/errors.js'
import type { Log } from '../domain/log.js'
import { validationProblems } from './validation-problems.js'

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
    return reply.code(INTERNAL_ERROR.status).send({ detail: INTERNAL_ERROR.message })
  }

function sendDomainError(error: DomainError, reply: FastifyReply): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  const challenge = challengeOf(error)
  if (challenge !== null) reply.header('www-authenticate', challenge)
  return reply.code(errorForm(error.kind).status).send({ detail: error.detail })
}

/** RFC 6750: a 401 names the scheme, a 403 for want of a scope names the scope. */
function challengeOf({ kind, detail }: DomainError): string | null {
  if (kind === 'unauthenticated') return 'Bearer'
  if (typeof detail === 'string' || !('requiredScope' in detail)) return null
  return `Bearer error="${INSUFFICIENT_SCOPE}", scope="${String(detail.requiredScope)}"`
}
