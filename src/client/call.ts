import { isObject } from '../contract/is-object.js'
import { isNestedTooDeeply } from '../contract/json-bounds.js'
import type { Operation } from '../contract/operation.js'
import type { Fetch } from '../network/fetch.js'
import { type Credentials, credentialHeaders } from './credentials.js'
import { ServiceError, UnreachableError, UnusableIdError } from './errors.js'
import { fetchWithinOrigin } from './fetch-within-origin.js'
import type { FileInput, OperationInput, OperationResult } from './operation-types.js'

export type CallSettings = Credentials & {
  readonly baseUrl: string
  readonly version: string
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs: number
  readonly fetch: Fetch
}

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** Sent as `Idempotency-Key`: repeating a request with the same key and input has no further effect. */
  readonly idempotencyKey?: string | undefined
  /** Called with the `Retry-After` header of a successful response, in seconds; null without the header. */
  readonly onRetryAfter?: ((seconds: number | null) => void) | undefined
}

export type Call = <O extends Operation>(
  operation: O,
  input: OperationInput<O>,
  options?: CallOptions,
) => Promise<OperationResult<O>>

/** Creates the function that performs REST operations of the contract; the operation gives its input and result types. */
export function createCall(settings: CallSettings): Call {
  return async <O extends Operation>(operation: O, input: OperationInput<O>, options: CallOptions = {}) => {
    const parts: UrlParts & RequestContent = input
    const url = operationUrl(settings.baseUrl, operation, parts)
    const limit = AbortSignal.timeout(Math.ceil(settings.timeoutMs))
    const request = {
      ...buildRequest(settings, operation, { ...parts, idempotencyKey: options.idempotencyKey }),
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    }
    const { response, text } = await sendRequest({ settings, limit, url }, request)
    const answer = parseJson(text)
    if (!response.ok) throw serviceError(response, answer)
    if (answer === undefined) throw notJsonError(settings, response)
    options.onRetryAfter?.(retryAfterSeconds(response.headers.get('retry-after')))
    // The server serialises with the same schema, so the answer is not validated again.
    return answer as OperationResult<O>
  }
}

type RequestContent = {
  readonly body?: unknown
  readonly file?: FileInput | undefined
  readonly idempotencyKey?: string | undefined
}

function buildRequest(settings: CallSettings, operation: Operation, content: RequestContent): RequestInit {
  const { body, file, idempotencyKey } = content
  const headers = {
    accept: 'application/json',
    'x-service-client': `parley/${settings.version}`,
    ...credentialHeaders(settings, operation),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
  if (file !== undefined && operation.upload !== undefined) {
    return { method: operation.method, headers, body: multipartForm(operation.upload.part, file, body ?? {}) }
  }
  if (body === undefined) return { method: operation.method, headers }
  return {
    method: operation.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** Appends text fields before the file: a streaming server has read them when the bytes begin. */
function multipartForm(part: string, file: FileInput, fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append(part, file.content, file.name)
  return form
}

type Exchange = { readonly settings: CallSettings; readonly limit: AbortSignal; readonly url: URL }

async function sendRequest({ settings, limit, url }: Exchange, request: RequestInit) {
  try {
    const response = await fetchWithinOrigin(settings.fetch, url, request)
    return { response, text: await readText(response, settings) }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    if (limit.aborted) throw new UnreachableError(settings.baseUrl, 'timeout', { cause })
    if (request.signal?.aborted) throw cause
    throw new UnreachableError(settings.baseUrl, 'network', { cause })
  }
}

function serviceError(response: Response, body: unknown): ServiceError {
  const detail = isObject(body) && 'detail' in body ? body['detail'] : response.statusText
  const ownCode = isObject(detail) ? detail['error'] : undefined
  return new ServiceError({
    status: response.status,
    code:
      typeof ownCode === 'string' ? ownCode : (CODE_OF_STATUS[response.status] ?? `http_${response.status}`),
    detail,
    retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after')),
  })
}

const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'unprocessable',
  429: 'rate_limited',
  500: 'server_error',
  502: 'upstream_failed',
  503: 'unavailable',
  504: 'timeout',
  507: 'insufficient_storage',
}

const retryAfterSeconds = (header: string | null): number | null =>
  header !== null && /^\d+$/.test(header) ? Number(header) : null

/** Above the size of any answer of the service. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20

async function readText(response: Response, { baseUrl }: CallSettings): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > MAX_ANSWER_BYTES) {
      await reader?.cancel()
      throw invalidAnswerError(baseUrl, response, `larger than ${MAX_ANSWER_BYTES / 2 ** 20} MiB`)
    }
    text += decoder.decode(read.value, { stream: true })
  }
  return text + decoder.decode()
}

/** Null for an empty body; undefined for invalid or too deeply nested JSON, such as the error page of a proxy. */
function parseJson(text: string): unknown {
  try {
    if (text === '') return null
    return isNestedTooDeeply(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const notJsonError = ({ baseUrl }: CallSettings, response: Response): ServiceError =>
  invalidAnswerError(baseUrl, response, 'not JSON')

const invalidAnswerError = (baseUrl: string, { status }: Response, what: string): ServiceError =>
  new ServiceError({
    status,
    code: 'invalid_answer',
    detail: `What answers at ${baseUrl} is not the service: its answer is ${what}`,
    retryAfterSeconds: null,
  })

type UrlParts = {
  readonly params?: unknown
  readonly query?: unknown
}

/** The base URL may have a path of its own, as behind a reverse proxy. */
function operationUrl(baseUrl: string, operation: Pick<Operation, 'url'>, input: UrlParts): URL {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = operation.url.replace(/:(\w+)/g, (_, name) => pathSegment(params.get(name)))
  const url = new URL(baseUrl.replace(/(?<!\/)\/+$/, '') + path)
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  return url
}

function pathSegment(value: unknown): string {
  const text = String(value)
  if (text === '' || text === '.' || text === '..') throw new UnusableIdError(text)
  return encodeURIComponent(text)
}
