import { BoundedError } from '../../contract/bounded-error.js'
import { type DomainError, domainError } from '../../domain/errors.js'
import { describeFailingProvider, describeProviderMessage, redactedAddress } from '../provider-failure.js'
import type { SpeechProvider } from './provider.js'

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
  web_page: 'answered with a web page',
  not_sound: 'sent something that is no sound',
  no_sound: 'sent no sound',
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
  /** As it came. */
  readonly providerMessage?: string | undefined
  /** Absent for a local program. */
  readonly provider?: AddressedProvider | undefined
}

export type AddressedProvider = Pick<SpeechProvider, 'baseUrl' | 'apiKey' | 'headers'>

/** The cause of a failed speech request, with the facts to log. The router adds the provider's name. */
export class SpeechFailure extends BoundedError {
  override readonly name = 'SpeechFailure'
  readonly #failed: SpeechFailureFacts

  constructor(
    readonly facts: object,
    failed: SpeechFailureFacts = {},
  ) {
    super('A provider of speech failed')
    this.#failed = failed
  }

  /** Which provider failed, where, and in which words: for the operator. */
  describe(name: string): string {
    const { provider, ...facts } = this.#failed
    return provider === undefined ? name : describeFailingProvider({ ...provider, name }, facts)
  }
}

/** The error for a failure: a fixed sentence, because providers echo keys and what was said. */
export function speechError(
  component: SpeechComponent,
  reason: SpeechFailureReason,
  facts: SpeechFailureFacts = {},
): DomainError {
  const { status, code, retryAfterSeconds, provider, providerMessage } = facts
  const logged = {
    reason,
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(provider !== undefined && { address: redactedAddress(provider.baseUrl) }),
    ...(provider !== undefined &&
      providerMessage !== undefined && {
        says: describeProviderMessage({ ...provider, name: '' }, providerMessage),
      }),
  }
  const cause = new SpeechFailure(logged, facts)
  return domainError('providerFailed', `The ${component} ${SENTENCES[reason]}`, {
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
