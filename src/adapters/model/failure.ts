import { type DomainError, domainError } from '../../domain/errors.js'
import {
  describeFailingProvider,
  type FailingProvider,
  isRecord,
  providerMessageIn,
  redactedAddress,
} from '../provider-failure.js'
import type { TimeoutReason } from './response-timeouts.js'

/** Why a reply is missing or incomplete. */
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
  /** The provider's or the network's error code, such as `model_not_found` or `ECONNREFUSED`. */
  readonly code?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  /** The provider's message. Untrusted: it must not be shown to players or logged. */
  readonly providerMessage?: string | undefined
}

/** The fields of a failure to log, without the provider's message. */
export const loggedFailure = (
  { name, baseUrl }: Pick<FailingProvider, 'name' | 'baseUrl'>,
  { providerMessage: _message, ...failure }: Omit<ModelFailure, 'reason'> & { readonly reason: string },
): object => ({ provider: name, address: redactedAddress(baseUrl), ...failure })

/**
 * The error for a failure: a fixed sentence, with the provider's message as a detail for the operator. The cause has
 * only status and code, because the SDK's errors contain the whole request, and providers echo keys and messages.
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

/** Classifies an error of the request; undefined when it is not a failure of the provider. */
export function requestFailure(error: unknown): ModelFailure | undefined {
  if (!isRecord(error)) return undefined
  const code = codeOf(error)
  if (error['name'] !== 'AI_APICallError') {
    return isGarbled(error) || typeof error['code'] === 'string' ? streamFailure(error) : undefined
  }
  const status = typeof error['statusCode'] === 'number' ? error['statusCode'] : undefined
  if (status === undefined) return { reason: 'unreachable', code }
  const providerMessage = providerMessageIn(error['data'] ?? error['responseBody'])
  const retryAfterSeconds = retryAfter(error['responseHeaders'])
  return { reason: failureReasonOfStatus(status), status, code, retryAfterSeconds, providerMessage }
}

/** Classifies an error that ended a stream early. */
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

/** Classifies an unsuccessful HTTP status. */
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

/** The first code of an error, its data or its causes; skips values that are sentences. */
export function codeOf(error: Readonly<Record<string, unknown>>): string | undefined {
  const cause = [error, error['cause'], field(error['cause'], 'cause')].map((each) => field(each, 'code'))
  const data = field(error['data'], 'error') ?? error['data'] ?? error
  const codes = [field(data, 'code'), field(data, 'type'), field(data, 'status'), ...cause]
  return codes.find((code): code is string => typeof code === 'string' && /^\w{1,64}$/.test(code))
}

/** `Retry-After` in seconds; a date is relative to the response's `Date` header. */
export function retryAfter(headers: unknown): number | undefined {
  const wait = field(headers, 'retry-after')
  if (typeof wait !== 'string') return undefined
  const seconds = /^\d+$/.test(wait)
    ? Number(wait)
    : (Date.parse(wait) - Date.parse(String(field(headers, 'date')))) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)
