import { BoundedError } from '../../contract/bounded-error.js'
import { type DomainError, domainError } from '../../domain/errors.js'
import { redactedAddress } from '../provider-failure.js'

export type SpeechComponent = 'voice' | 'recogniser'

export type SpeechFailureReason = keyof typeof SENTENCES

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

/** Whether the failure of another request is one of these. */
export const isSpeechReason = (reason: string): reason is SpeechFailureReason =>
  Object.hasOwn(SENTENCES, reason)

type SpeechFailureFacts = {
  readonly status?: number | undefined
  /** The network's error code, such as `ECONNREFUSED`. */
  readonly code?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  /** Absent for a local program. */
  readonly baseUrl?: string | undefined
}

/** The cause of a failed speech request, with the facts to log. The router adds the provider's name. */
export class SpeechFailure extends BoundedError {
  override readonly name = 'SpeechFailure'

  constructor(readonly facts: object) {
    super('A provider of speech failed')
  }
}

/** The error for a failure: a fixed sentence, because providers echo keys and what was said. */
export function speechError(
  component: SpeechComponent,
  reason: SpeechFailureReason,
  facts: SpeechFailureFacts = {},
): DomainError {
  const { status, code, retryAfterSeconds, baseUrl } = facts
  const cause = new SpeechFailure({
    reason,
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(baseUrl !== undefined && { address: redactedAddress(baseUrl) }),
  })
  return domainError('providerFailed', `The ${component} ${SENTENCES[reason]}`, {
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
