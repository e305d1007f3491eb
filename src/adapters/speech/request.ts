import type { Timers } from '../../domain/clock.js'
import { reasonOf, retryAfter } from '../model/failure.js'
import type { Patience } from '../model/provider.js'
import { createWatch, type Watch } from '../model/watch.js'
import { type Part, speechError } from './failure.js'

export type RequestDeps = { readonly timers: Pick<Timers, 'after'> }

type Post = {
  readonly part: Part
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly patience: Patience
}

const CONNECT_MS = 10_000

/**
 * Posts and gives the body of a success as it comes. Redirects are not followed, so that no key goes where nobody sent
 * it. Throws a DomainError of kind `upstream` for whatever goes wrong, and ends early when the signal aborts.
 */
export async function* post(
  { timers }: RequestDeps,
  request: Post,
  wanted: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { Agent } = await import('undici')
  const agent = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 })
  const watch = createWatch({ timers }, request.patience, wanted)
  try {
    yield* ask(agent, request, watch)
  } catch (error) {
    const overdue = watch.overdue()
    if (overdue !== undefined) throw speechError(request.part, overdue)
    if (!wanted.aborted) throw error
  } finally {
    watch.end()
    await agent.destroy()
  }
}

async function* ask(agent: import('undici').Agent, { part, ...request }: Post, watch: Watch) {
  const undici = await import('undici')
  watch.asked()
  const answer = await undici
    .request(request.url, {
      dispatcher: agent,
      method: 'POST',
      headers: request.headers,
      body: request.body,
      signal: watch.signal,
    })
    .catch(() => {
      throw speechError(part, 'unreachable')
    })
  const status = answer.statusCode
  if (status !== 200) {
    throw speechError(part, reasonOf(status), { status, retryAfterSeconds: retryAfter(answer.headers) })
  }
  try {
    for await (const data of answer.body) {
      watch.heard()
      yield data as Uint8Array // undici gives buffers as long as no encoding is set
      watch.listening()
    }
  } catch {
    throw speechError(part, 'broken_off')
  }
}

export const authorized = (apiKey: string | undefined, headers: Readonly<Record<string, string>>) => ({
  ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  ...headers,
})

export async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
