import { type DomainError, domainError } from '../../domain/errors.js'
import {
  describeFailingProvider,
  type FailingProvider,
  isRecord,
  providerMessageIn,
  redactedAddress,
} from '../provider-failure.js'
import type { TimeoutReason } from './response-timeouts.js'

/** Why there is no reply, or no whole one. */
export type ModelFailureReason = TimeoutReason | keyof typeof SENTENCES

const SENTENCES = {
  unreachable: 'The language model cannot be reached',
  wrong_key: 'The language model does not accept the API key',
  not_found: 'The language model is not known at its address',
  busy: 'The language model has had too many requests',
  refused: 'The language model refused the request',
  failed: 'The language model failed',
  garbled: 'The language model sent an answer that cannot be understood',
  broken_off: 'The language model broke off its answer',
  late: 'The language model did not answer in time',
  stalled: 'The language model stopped in the middle of its answer',
  too_long: 'The language model took too long to finish its answer',
  withheld: 'The language model withheld its answer',
  empty: 'The language model gave an empty answer',
} as const

export type ModelFailure = {
  readonly reason: ModelFailureReason
  readonly status?: number | undefined
  /** The provider's or the network's word for it, such as `model_not_found` or `ECONNREFUSED`. */
  readonly code?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  /** What the provider says, as it came: not fit to be shown or logged. */
  readonly providerMessage?: string | undefined
}

/** What is logged of a failure. */
export const loggedFailure = (
  { name, baseUrl }: Pick<FailingProvider, 'name' | 'baseUrl'>,
  { providerMessage: _words, ...failure }: Omit<ModelFailure, 'reason'> & { readonly reason: string },
): object => ({ provider: name, address: redactedAddress(baseUrl), ...failure })

/**
 * What is told of a failure: a fixed sentence, and to whoever runs the server what the provider says. The cause is reduced to status and code, because the SDK's own errors
 * carry the whole request, and providers repeat keys and what the player said.
 */
export function upstreamError(failure: ModelFailure, provider: FailingProvider): DomainError {
  const { reason, status, code, retryAfterSeconds } = failure
  const facts = [reason, status === undefined ? undefined : `HTTP ${status}`, code]
  return domainError('providerFailed', SENTENCES[reason], {
    cause: new Error(facts.filter((fact) => fact !== undefined).join(', ')),
    operatorDetail: describeFailingProvider(provider, failure),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** Why a request did not lead to a stream; undefined for what is no failure of the provider. */
export function requestFailure(error: unknown): ModelFailure | undefined {
  if (!isRecord(error)) return undefined
  const code = codeOf(error)
  if (error['name'] !== 'AI_APICallError') {
    return isGarbled(error) || typeof error['code'] === 'string' ? streamFailure(error) : undefined
  }
  const status = typeof error['statusCode'] === 'number' ? error['statusCode'] : undefined
  if (status === undefined) return { reason: 'unreachable', code }
  const words = providerMessageIn(error['data'] ?? error['responseBody'])
  const retryAfterSeconds = retryAfter(error['responseHeaders'])
  return { reason: failureReasonOfStatus(status), status, code, retryAfterSeconds, providerMessage: words }
}

/** Why a stream ended before the reply did. */
export function streamFailure(error: unknown): ModelFailure {
  if (!isRecord(error)) return { reason: 'broken_off' }
  if (isGarbled(error)) return { reason: 'garbled' }
  const status = [error['statusCode'], error['code']].find((value) => typeof value === 'number')
  const reason = status === 429 ? 'busy' : 'broken_off'
  return {
    reason,
    status,
    code: codeOf(error),
    providerMessage: error instanceof Error ? undefined : providerMessageIn(error),
  }
}

/** What a status that is no success means. */
export function failureReasonOfStatus(
  status: number,
): 'garbled' | 'wrong_key' | 'not_found' | 'busy' | 'refused' | 'failed' {
  if (status < 300) return 'garbled'
  if (status === 401 || status === 403) return 'wrong_key'
  if (status === 404 || status < 400) return 'not_found'
  if (status === 429) return 'busy'
  return status < 500 ? 'refused' : 'failed'
}

const isGarbled = ({ name }: Readonly<Record<string, unknown>>) =>
  name === 'AI_JSONParseError' || name === 'AI_TypeValidationError'

/** The first word for the failure that is surely a code, not a sentence. */
export function codeOf(error: Readonly<Record<string, unknown>>): string | undefined {
  const cause = [error, error['cause'], field(error['cause'], 'cause')].map((each) => field(each, 'code'))
  const data = field(error['data'], 'error') ?? error['data'] ?? error
  const words = [field(data, 'code'), field(data, 'type'), field(data, 'status'), ...cause]
  return words.find((word): word is string => typeof word === 'string' && /^\w{1,64}$/.test(word))
}

/** `Retry-After` in seconds; a date counts from the provider's own clock. */
export function retryAfter(headers: unknown): number | undefined {
  const wait = field(headers, 'retry-after')
  if (typeof wait !== 'string') return undefined
  const seconds = /^\d+$/.test(wait)
    ? Number(wait)
    : (Date.parse(wait) - Date.parse(String(field(headers, 'date')))) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)
