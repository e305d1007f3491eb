import type { FastifyRequest } from 'fastify'
import { domainError } from '../domain/errors.js'
import { type ValidationProblem, validationProblems } from './validation-problems.js'

/**
 * Refuses a body for what its schema says and for what only the domain can say of it, all at once. The route must have
 * `attachValidation`, or the schema would have refused it alone.
 */
export function requireValidBody(request: FastifyRequest, problems: readonly ValidationProblem[]): void {
  const all = [...validationProblems(request.validationError ?? {}, request.body), ...problems]
  if (all.length > 0) throw domainError('invalidFields', all)
}
