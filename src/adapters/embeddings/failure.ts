import { type DomainError, domainError } from '../../domain/errors.js'
import type { ModelFailure } from '../model/failure.js'

const SENTENCES = {
  unreachable: 'The embedding model cannot be reached',
  wrong_key: 'The embedding model does not accept the API key',
  not_found: 'The embedding model is not known at its address',
  busy: 'The embedding model has had too many requests',
  refused: 'The embedding model refused the request',
  failed: 'The embedding model failed',
  garbled: 'The embedding model sent an answer that cannot be understood',
  broken_off: 'The embedding model broke off its answer',
  late: 'The embedding model did not answer in time',
  wrong_length: 'The embedding model sends vectors of another length than configured',
} as const

export type EmbeddingFailure = Omit<ModelFailure, 'reason'> & { readonly reason: keyof typeof SENTENCES }

/** A fixed sentence; the cause is reduced to status and code, because providers repeat keys and texts. */
export function embeddingError({ reason, status, code, retryAfterSeconds }: EmbeddingFailure): DomainError {
  const facts = [reason, status === undefined ? undefined : `HTTP ${status}`, code]
  return domainError('providerFailed', SENTENCES[reason], {
    cause: new Error(facts.filter((fact) => fact !== undefined).join(', ')),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
