import { createFetch, type Fetch } from '../../network/fetch.js'

export interface Transport {
  readonly fetch: Fetch
  close(): Promise<void>
}

/**
 * HTTP to providers. Redirects are not followed, so that API keys go to the configured host only. Only connecting has a
 * time limit here; `ResponseTimeouts` limits the rest.
 */
export const createTransport = (): Transport => createFetch({ redirect: 'manual', headersMs: 0, idleMs: 0 })
