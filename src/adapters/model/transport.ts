import { createFetch, type Fetch } from '../../network/fetch.js'
import { ProviderResponseError } from './failure.js'

export interface Transport {
  readonly fetch: Fetch
  close(): Promise<void>
}

/**
 * HTTP to providers. Redirects are not followed, so that API keys go to the configured host only. Only connecting has a
 * time limit here; `ResponseTimeouts` limits the rest.
 */
export function createTransport(): Transport {
  const { fetch, close } = createFetch({ redirect: 'manual', headersMs: 0, idleMs: 0 })
  return {
    fetch: async (input, init) => refusePage(await fetch(input, init)),
    close,
  }
}

/** No API answers with a page; whoever reads it as a stream would find that it broke off. */
async function refusePage(response: Response): Promise<Response> {
  if (!response.ok || !/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return response
  await response.body?.cancel()
  throw new ProviderResponseError({ status: response.status, body: PAGE })
}

const PAGE = '<html>'

/** What is read of a refusal: all that a provider has to say fits. */
const REFUSAL_BYTES = 2 ** 16

/** The beginning of an answer that is a refusal. Rejects when the connection breaks. */
export async function readRefusal({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    pieces.push(piece)
    size += piece.length
    if (size > REFUSAL_BYTES) break
  }
  return Buffer.concat(pieces).toString('utf8')
}
