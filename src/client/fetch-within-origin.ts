import type { Fetch } from '../network/fetch.js'
import { ServiceError } from './errors.js'

const MAX_REDIRECTS = 5
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/**
 * Follows redirects itself and only within the origin, because neither the credentials nor `X-Service-Client` may reach
 * another host (docs/rest.md, Credentials).
 */
export async function fetchWithinOrigin(fetch: Fetch, url: URL, request: RequestInit): Promise<Response> {
  let address = url
  let current: RequestInit = { ...request, redirect: 'manual' }
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await fetch(address, current)
    const location = response.headers.get('location')
    if (!REDIRECT_STATUSES.has(response.status) || !location) return response

    await response.body?.cancel()
    const target = new URL(location, address)
    if (target.origin !== url.origin) throw redirectRefusedError(response.status, target)
    current = requestAfterRedirect(current, response.status)
    address = target
  }
  throw new ServiceError({
    status: 310,
    code: 'too_many_redirects',
    detail: `${url.origin} redirects in circles`,
    retryAfterSeconds: null,
  })
}

const redirectRefusedError = (status: number, target: URL): ServiceError =>
  new ServiceError({
    status,
    code: 'redirect_refused',
    detail: `The service redirects to ${target.origin}; credentials are not sent to another host`,
    retryAfterSeconds: null,
  })

/** As in browsers, a 303 turns any request into GET, a 301 or 302 only a POST. */
function requestAfterRedirect(request: RequestInit, status: number): RequestInit {
  const turnsIntoGet = status === 303 || ((status === 301 || status === 302) && request.method === 'POST')
  if (!turnsIntoGet) return request
  const headers = new Headers(request.headers)
  headers.delete('content-type')
  return { ...request, method: 'GET', body: null, headers }
}
