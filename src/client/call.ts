import { isObject } from '../contract/is-object.js'
import { isNestedTooDeeply } from '../contract/json-bounds.js'
import type { Operation } from '../contract/operation.js'
import type { Fetch } from '../network/fetch.js'
import { type Credentials, credentialHeaders } from './credentials.js'
import { ServiceError, UnreachableError } from './errors.js'
import { fetchWithinOrigin } from './fetch-within-origin.js'
import type { FileInput, OperationInput, OperationResult } from './operation-types.js'
import { operationUrl, type UrlParts } from './operation-url.js'

export type CallSettings = Credentials & {
  readonly baseUrl: string
  readonly version: string
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs: number
  readonly fetch: Fetch
}

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** Sent as `Idempotency-Key`: the same key and the same input have one effect, however often they are sent. */
  readonly idempotencyKey?: string | undefined
  /** Hears how long the service asks to wait before the next request (`Retry-After`); null: it does not ask. */
  readonly onRetryAfter?: ((seconds: number | null) => void) | undefined
}

export type Call = <O extends Operation>(
  operation: O,
  input: OperationInput<O>,
  options?: CallOptions,
) => Promise<OperationResult<O>>

/** A function that performs any REST operation of the contract; its input and result follow from the operation. */
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
    // The server serialises by this very schema, so the answer is trusted to be of its type.
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

/** Text fields go before the file, so that a server knows them when the bytes come. */
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
  const named = isObject(detail) ? detail['error'] : undefined
  return new ServiceError({
    status: response.status,
    code: typeof named === 'string' ? named : (CODE_OF_STATUS[response.status] ?? `http_${response.status}`),
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
  507: 'insufficient_storage',
}

const retryAfterSeconds = (header: string | null): number | null =>
  header !== null && /^\d+$/.test(header) ? Number(header) : null

/** More than any answer of the service. */
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

/** Null for an empty body, undefined for one that is no JSON that could be read, such as the page of a proxy. */
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
