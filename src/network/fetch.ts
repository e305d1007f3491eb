import { type Agent, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type RequestBody, toRequestBody } from './request-body.js'
import { sendHttpRequest } from './send-request.js'
import { toResponse } from './to-response.js'

export type Fetch = typeof globalThis.fetch

export type FetchSettings = {
  /** The redirect mode of requests without one; default: `error`. */
  readonly redirect?: NonNullable<RequestInit['redirect']>
  /** Time limit for connecting, with DNS and TLS; 0: unlimited. */
  readonly connectMs?: number
  /** Time limit until the response headers; 0: unlimited. */
  readonly headersMs?: number
  /** Time limit for the next bytes while a body is read; 0: unlimited. */
  readonly idleMs?: number
  /** Maximum size of the decoded body. */
  readonly maxBytes?: number
}

const DEFAULTS = {
  redirect: 'error',
  connectMs: 10_000,
  headersMs: 300_000,
  idleMs: 300_000,
  maxBytes: 64 * 2 ** 20,
} as const satisfies FetchSettings

/** Idle connections are closed after this time, because many servers close theirs after 5 seconds. */
const KEEP_ALIVE_MS = 4000
const MAX_REDIRECTS = 20
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Implements `fetch` with Node's HTTP client. The built-in `fetch` is not safe with untrusted servers: its parser throws
 * in an event handler when a connection ends while the reader is slow, which terminates the process.
 */
export function createFetch(settings: FetchSettings = {}): { readonly fetch: Fetch; close(): Promise<void> } {
  const limits = { ...DEFAULTS, ...settings }
  const options = { keepAlive: true, timeout: KEEP_ALIVE_MS }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }

  const fetch: Fetch = async (input, init) => {
    let hop = toHop(input, init)
    const redirect = init?.redirect ?? limits.redirect
    for (let left = MAX_REDIRECTS; ; left--) {
      const response = await send(hop, agents, limits)
      const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
      if (location === null || redirect === 'manual') return response
      await response.body?.cancel()
      if (redirect === 'error')
        throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
      if (left === 0) throw new TypeError('fetch failed', { cause: new Error('too many redirects') })
      hop = nextHop(hop, response.status, location)
    }
  }
  return {
    fetch,
    close: async () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

type Hop = {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly payload: RequestBody | undefined
  readonly signal: AbortSignal
}

function toHop(input: Parameters<Fetch>[0], init: RequestInit = {}): Hop {
  const request = input instanceof Request ? input : undefined
  const url = httpUrl(request?.url ?? String(input))
  const payload = toRequestBody(init.body ?? request?.body)
  const headers = new Headers(init.headers ?? request?.headers)
  if (!headers.has('accept')) headers.set('accept', '*/*')
  if (!headers.has('user-agent')) headers.set('user-agent', 'parley')
  if (typeof payload?.type === 'string' && !headers.has('content-type'))
    headers.set('content-type', payload.type)
  return {
    url,
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers,
    payload,
    signal: init.signal ?? request?.signal ?? new AbortController().signal,
  }
}

function httpUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new TypeError('fetch failed', { cause: new Error('not an http or https address') })
}

type Agents = { readonly http: Agent; readonly https: Agent }
type FetchLimits = Required<FetchSettings>

async function send(hop: Hop, agents: Agents, limits: FetchLimits): Promise<Response> {
  const { url, method, payload, signal } = hop
  const isSecure = url.protocol === 'https:'
  signal.throwIfAborted()
  try {
    const received = await sendHttpRequest({
      isSecure,
      options: {
        ...addressOf(url),
        method,
        headers: headersOf(hop),
        agent: isSecure ? agents.https : agents.http,
      },
      body: payload?.open(),
      signal,
      connectMs: limits.connectMs,
      headersMs: limits.headersMs,
    })
    try {
      return toResponse(received, method, { ...limits, signal })
    } catch (error) {
      received.destroy()
      throw error
    }
  } catch (cause) {
    throw signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })
  }
}

/** Throws for credentials in the URL, as the built-in `fetch` does. */
function addressOf(url: URL) {
  if (url.username !== '' || url.password !== '') throw new Error('The address contains credentials')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : url.port,
    path: url.pathname + url.search,
  }
}

function headersOf({ url, method, headers, payload }: Hop): Record<string, string> {
  const length = payload === undefined && method !== 'GET' && method !== 'HEAD' ? 0 : payload?.length
  return {
    host: url.host,
    ...Object.fromEntries(headers),
    ...(length !== undefined && { 'content-length': String(length) }),
  }
}

/** The headers that are sent to another origin after a redirect; any other header could contain a credential. */
const CROSS_ORIGIN_HEADERS = ['accept', 'accept-language', 'range', 'user-agent']

function headersFor(hop: Hop, url: URL): Headers {
  if (url.origin === hop.url.origin) return new Headers(hop.headers)
  return new Headers([...hop.headers].filter(([name]) => CROSS_ORIGIN_HEADERS.includes(name)))
}

/** Follows the Fetch standard: 303 becomes GET, as do 301 and 302 after POST. But no body is sent to another origin. */
function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = httpUrl(location, hop.url)
  const headers = headersFor(hop, url)
  const { method } = hop
  const becomesGet =
    status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST'
  if (becomesGet) {
    for (const name of ['content-type', 'content-encoding', 'content-language']) headers.delete(name)
    return { ...hop, url, headers, method: 'GET', payload: undefined }
  }
  if (hop.payload !== undefined && url.origin !== hop.url.origin) {
    throw new TypeError('fetch failed', { cause: new Error('a body is not sent to another origin') })
  }
  if (hop.payload?.isRepeatable === false) {
    throw new TypeError('fetch failed', {
      cause: new Error('a stream cannot be sent again after a redirect'),
    })
  }
  return { ...hop, url, headers }
}
