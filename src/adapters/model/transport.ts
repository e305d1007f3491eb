import { Readable } from 'node:stream'
import type { Agent } from 'undici'

export interface Transport {
  /** As much of `fetch` as the AI SDK uses. */
  readonly fetch: typeof globalThis.fetch
  close(): Promise<void>
}

/** How long a connection may take to be made. Whatever comes after it is timed by the watch of each reply. */
const CONNECT_MS = 10_000

/**
 * `fetch` over `undici.request`: with many streams at once the tail of its delays is about half that of fetch itself.
 * Redirects are not followed, so that no key goes where nobody sent it.
 */
export function createTransport(): Transport {
  let opening: Promise<{ request: typeof import('undici').request; agent: Agent }> | undefined

  const open = async () => {
    const undici = await import('undici')
    const agent = new undici.Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 })
    return { request: undici.request, agent }
  }

  return {
    fetch: async (url, init = {}) => {
      opening ??= open()
      const { request, agent } = await opening
      const answer = await request(String(url), {
        dispatcher: agent,
        method: 'POST',
        headers: Object.fromEntries(new Headers(init.headers)),
        // The SDK sends JSON as text, and nothing else.
        body: String(init.body),
        signal: init.signal ?? null,
      }).catch((cause: unknown) => {
        throw init.signal?.aborted ? cause : new TypeError('fetch failed', { cause })
      })
      return new Response(Readable.toWeb(answer.body) as ReadableStream, {
        status: answer.statusCode,
        headers: toHeaders(answer.headers),
      })
    },
    close: async () => {
      if (opening === undefined) return
      const { agent } = await opening
      await agent.destroy()
    },
  }
}

const toHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  new Headers(
    Object.entries(headers).flatMap(([name, value = []]) =>
      [value].flat().map((line): [string, string] => [name, line]),
    ),
  )
