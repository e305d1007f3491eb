import { createFetch, type Fetch } from '../../network/fetch.js'

export interface Transport {
  readonly fetch: Fetch
  close(): Promise<void>
}

/**
 * How providers are asked. Redirects are not followed, so that no key goes where nobody sent it. Only the connection is
 * timed here; whatever comes after it is timed by the watch of each reply.
 */
export const createTransport = (): Transport => createFetch({ redirect: 'manual', headersMs: 0, idleMs: 0 })
