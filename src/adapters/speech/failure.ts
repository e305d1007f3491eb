import { DomainError } from '../../domain/errors.js'

export type Part = 'voice' | 'recogniser'

export type Reason = keyof typeof SENTENCES

const SENTENCES = {
  unreachable: 'cannot be reached',
  wrong_key: 'does not accept the API key',
  not_found: 'is not known at its address',
  busy: 'has had too many requests',
  refused: 'refused the request',
  failed: 'failed',
  garbled: 'sent an answer that cannot be understood',
  broken_off: 'broke off its answer',
  late: 'did not answer in time',
  stalled: 'stopped in the middle of its answer',
  too_long: 'took too long to finish its answer',
} as const

type Facts = { readonly status?: number | undefined; readonly retryAfterSeconds?: number | undefined }

/** What is told of a failure: a fixed sentence, for providers repeat keys and what was said. */
export function speechError(
  part: Part,
  reason: Reason,
  { status, retryAfterSeconds }: Facts = {},
): DomainError {
  return new DomainError('upstream', `The ${part} ${SENTENCES[reason]}`, {
    cause: new Error(status === undefined ? reason : `${reason}, HTTP ${status}`),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
