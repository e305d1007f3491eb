import type { Timers } from '../../domain/clock.js'
import { codeOf, failureReasonOfStatus, retryAfter } from '../model/failure.js'
import type { TimeoutLimits } from '../model/provider.js'
import { createResponseTimeouts, type ResponseTimeouts } from '../model/response-timeouts.js'
import { createTransport, type Transport } from '../model/transport.js'
import { type SpeechComponent, speechError } from './failure.js'

export type RequestDeps = { readonly timers: Pick<Timers, 'after'> }

type Post = {
  readonly component: SpeechComponent
  readonly baseUrl: string
  /** Appended to `baseUrl`; starts with a slash. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly patience: TimeoutLimits
}

/**
 * Posts and streams the body of a successful response. Redirects are not followed, so that API keys go to the
 * configured host only. Throws a DomainError of kind `upstream` for any failure; ends early when the signal aborts.
 */
export async function* postStreaming(
  { timers }: RequestDeps,
  request: Post,
  wanted: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const transport = createTransport()
  const watch = createResponseTimeouts({ timers }, request.patience, wanted)
  try {
    yield* streamResponse(transport, request, watch)
  } catch (error) {
    const expired = watch.expiredLimit()
    if (expired !== undefined) throw speechError(request.component, expired, { baseUrl: request.baseUrl })
    if (!wanted.aborted) throw error
  } finally {
    watch.end()
    await transport.close()
  }
}

async function* streamResponse(
  transport: Transport,
  { component, baseUrl, path, headers, body }: Post,
  watch: ResponseTimeouts,
) {
  watch.requestSent()
  const response = await transport
    .fetch(`${baseUrl}${path}`, { method: 'POST', headers, body, signal: watch.signal })
    .catch((error: unknown) => {
      throw speechError(component, 'unreachable', { baseUrl, code: codeOf({ cause: error }) })
    })
  const { status } = response
  if (status !== 200) {
    const retryAfterSeconds = retryAfter(Object.fromEntries(response.headers))
    throw speechError(component, failureReasonOfStatus(status), { baseUrl, status, retryAfterSeconds })
  }
  try {
    for await (const data of response.body ?? []) {
      watch.tokenReceived()
      yield data
      watch.awaitNextToken()
    }
  } catch {
    throw speechError(component, 'broken_off', { baseUrl })
  }
}

export const authHeaders = (apiKey: string | undefined, headers: Readonly<Record<string, string>>) => ({
  ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  ...headers,
})

export async function collectBytes(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
