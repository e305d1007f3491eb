import { BoundedError } from '../../contract/bounded-error.js'
import { type DomainError, domainError } from '../../domain/errors.js'
import {
  describeFailingProvider,
  describeProviderMessage,
  type FailingProvider,
  isRecord,
  isWebPage,
  providerMessageIn,
  redactedAddress,
} from '../provider-failure.js'
import { type ContextLimit, contextLimitIn } from './context-limit.js'
import type { TimeoutReason } from './response-timeouts.js'

/** Why a reply is missing or incomplete. */
export type ModelFailureReason = TimeoutReason | keyof typeof SENTENCES

const SENTENCES = {
  unreachable: 'The language model cannot be reached',
  wrong_key: 'The language model does not accept the API key',
  not_found: 'The language model is not known at its address',
  unknown_model: 'The language model is not one of those that its provider has',
  no_model: 'The provider offers no model that can do this',
  busy: 'The language model has had too many requests',
  refused: 'The language model refused the request',
  failed: 'The language model failed',
  garbled: 'The language model sent an answer that cannot be understood',
  web_page: 'The language model answered with a web page',
  broken_off: 'The language model broke off its answer',
  late: 'The language model did not answer in time',
  stalled: 'The language model stopped in the middle of its answer',
  too_long: 'The language model took too long to finish its answer',
  withheld: 'The language model withheld its answer',
  context_too_long: 'The conversation is too long for the language model',
  empty: 'The language model gave an empty answer',
} as const

export type ModelFailure = {
  readonly reason: ModelFailureReason
  readonly status?: number | undefined
  /** The provider's or the network's error code, such as `model_not_found` or `ECONNREFUSED`. */
  readonly code?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  /** How long it was waited for, before it was asked once more. */
  readonly waitedSeconds?: number | undefined
  readonly contextLimit?: ContextLimit | undefined
  /** The provider's message. Untrusted: it must not be shown to players, and may repeat what they said. */
  readonly providerMessage?: string | undefined
}

type LoggedFailure = Omit<ModelFailure, 'reason'> & { readonly reason: string }

/**
 * The fields of a failure to log, the most telling first. The provider's message is one of them unless it repeats a part
 * of `texts`, which is what it was sent: no log holds what a player said.
 */
export function loggedFailure(
  provider: FailingProvider,
  { reason, status, code, providerMessage, contextLimit: _limit, ...more }: LoggedFailure,
  texts?: readonly string[],
): object {
  const isShown = providerMessage !== undefined && texts !== undefined && !repeatsAny(providerMessage, texts)
  return {
    reason,
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    provider: provider.name,
    address: redactedAddress(provider.baseUrl),
    ...(isShown && { says: describeProviderMessage(provider, providerMessage) }),
    ...more,
  }
}

/** Shorter passages are the same by chance. */
const REPEATED_CHARACTERS = 12
const COMPARED_CHARACTERS = 4000

/** Whether a message has a passage of one of the texts, or the whole of a short one. */
function repeatsAny(message: string, texts: readonly string[]): boolean {
  const words = message.slice(0, COMPARED_CHARACTERS).toLowerCase()
  return texts.some((text) => {
    const lower = text.trim().toLowerCase()
    if (lower === '') return false
    if (lower.length <= REPEATED_CHARACTERS) return words.includes(lower)
    const passages = words.length - REPEATED_CHARACTERS + 1
    return Array.from({ length: Math.max(0, passages) }, (_, at) =>
      words.slice(at, at + REPEATED_CHARACTERS),
    ).some((passage) => lower.includes(passage))
  })
}

/**
 * The error for a failure: a fixed sentence, with the provider's message as a detail for the operator. The cause has
 * only status and code, because the SDK's errors contain the whole request, and providers echo keys and messages.
 */
export function upstreamError(failure: ModelFailure, provider: FailingProvider): DomainError {
  const { reason, status, code, retryAfterSeconds } = failure
  const facts = [reason, status === undefined ? undefined : `HTTP ${status}`, code]
  return domainError('providerFailed', sentenceOf(failure), {
    cause: new Error(facts.filter((fact) => fact !== undefined).join(', ')),
    operatorDetail: describeFailingProvider(provider, failure),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** A provider that is still busy after a wait says so; one that asks for a longer wait than a player has says how long. */
export function sentenceOf({ reason, retryAfterSeconds: wait, waitedSeconds: waited }: ModelFailure): string {
  const sentence = SENTENCES[reason]
  if (reason !== 'busy') return sentence
  const seconds = (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`
  const after = waited === undefined ? '' : `, also after a wait of ${seconds(waited)}`
  return wait === undefined ? `${sentence}${after}` : `${sentence}${after}; try again in ${seconds(wait)}`
}

/**
 * The response of a provider without an SDK: no 2xx, or none at all. It has the fields of the SDKs' `AI_APICallError`.
 */
export class ProviderResponseError extends BoundedError {
  override readonly name = 'ProviderResponseError'
  readonly statusCode: number | undefined
  readonly responseBody: string | undefined
  readonly responseHeaders: Readonly<Record<string, string>>

  constructor({ status, body, headers = {}, cause }: FailedResponse = {}) {
    super('The provider refused the request or did not answer', { cause })
    this.statusCode = status
    this.responseBody = body
    this.responseHeaders = headers
  }
}

type FailedResponse = {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** A part of an answer that is no JSON where JSON was agreed. */
export class UnreadableAnswerError extends BoundedError {
  override readonly name = 'UnreadableAnswerError'
}

/** Classifies an error of the request; undefined when it is not a failure of the provider. */
export function requestFailure(error: unknown): ModelFailure | undefined {
  if (!isRecord(error)) return undefined
  const name = error['name']
  if (name !== 'AI_APICallError' && name !== 'ProviderResponseError') {
    return isGarbled(error) || typeof error['code'] === 'string' ? streamFailure(error) : undefined
  }
  const status = typeof error['statusCode'] === 'number' ? error['statusCode'] : undefined
  // The SDKs drop what their schemas do not name, such as the details of Google's errors.
  const body = parsedBody(error['responseBody'])
  const data = error['data'] ?? (name === 'ProviderResponseError' ? body : undefined)
  const code = codeOf({ code: error['code'], data, cause: error['cause'] })
  if (status === undefined) return { reason: 'unreachable', code }
  const providerMessage = providerMessageIn(data ?? body)
  const contextLimit = status < 400 ? undefined : contextLimitIn(status, { code, message: providerMessage })
  return {
    reason: contextLimit === undefined ? refusalReason({ status, code, body }) : 'context_too_long',
    ...{ status, code, providerMessage, contextLimit },
    retryAfterSeconds: retryAfter(error['responseHeaders']) ?? retryDelay(body),
  }
}

/** Filters of some providers refuse the request instead of ending the answer. */
const FILTER_CODES: ReadonlySet<string> = new Set(['content_filter', 'content_policy_violation'])

function refusalReason({ status, code, body }: Refusal): ModelFailureReason {
  if (code !== undefined && FILTER_CODES.has(code)) return 'withheld'
  return status < 300 && isWebPage(body) ? 'web_page' : failureReasonOfStatus(status)
}

type Refusal = { readonly status: number; readonly code: string | undefined; readonly body: unknown }

/** The same failure as one of the model that was asked for, if the provider's words say that it has no such model. */
export function namingMissingModel(failure: ModelFailure, modelId: string): ModelFailure {
  const { reason, status, code, providerMessage = '' } = failure
  const isMissing = code === 'model_not_found' || wordsIn(providerMessage).includes(modelId)
  if (reason !== 'not_found' || status !== 404 || !isMissing) return failure
  const words = providerMessage === '' ? '' : `: ${providerMessage}`
  return { ...failure, reason: 'unknown_model', providerMessage: `It has no model ${modelId}${words}` }
}

/** The words of a sentence as providers write names of models: in quotes, after `models/`, before a full stop. */
const wordsIn = (sentence: string): string[] =>
  sentence
    .slice(0, COMPARED_CHARACTERS)
    .split(/[\s'"`,;()]/)
    .map((word) => word.replace(/^models\//, '').replace(/[.:]$/, ''))

/** The body of an answer as JSON, if it is that. */
function parsedBody(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : body
  } catch {
    return body
  }
}

/** Classifies an error that ended a stream early. */
export function streamFailure(error: unknown): ModelFailure {
  if (!isRecord(error)) return { reason: 'broken_off' }
  if (isGarbled(error)) return { reason: 'garbled' }
  // An answer that began well has no status that says why it ended.
  const status = [error['statusCode'], error['code']].find(
    (value): value is number => typeof value === 'number' && value >= 400,
  )
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

const GARBLED: readonly unknown[] = ['AI_JSONParseError', 'AI_TypeValidationError', 'UnreadableAnswerError']

const isGarbled = ({ name }: Readonly<Record<string, unknown>>) => GARBLED.includes(name)

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

/** Google has no `Retry-After`: a detail of its error says `"retryDelay": "34s"` (google.rpc.RetryInfo). */
function retryDelay(body: unknown): number | undefined {
  const details = field(field(body, 'error'), 'details')
  if (!Array.isArray(details)) return undefined
  const delay = details.map((detail) => field(detail, 'retryDelay')).find((each) => typeof each === 'string')
  const seconds = /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(delay ?? '')?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds))
}

const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)
