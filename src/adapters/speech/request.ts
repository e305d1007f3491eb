import type { Timers } from '../../domain/clock.js'
import { codeOf, failureReasonOfStatus, ProviderResponseError, retryAfter } from '../model/failure.js'
import type { TimeoutLimits } from '../model/provider.js'
import { createResponseTimeouts, type ResponseTimeouts } from '../model/response-timeouts.js'
import { createTransport, readRefusal, type Transport } from '../model/transport.js'
import { providerMessageIn } from '../provider-failure.js'
import { type AddressedProvider, type SpeechComponent, speechError } from './failure.js'

export type RequestDeps = { readonly timers: Pick<Timers, 'after'> }

type Post = {
  readonly component: SpeechComponent
  readonly provider: AddressedProvider
  /** Appended to the address; starts with a slash. */
  readonly path: string
  readonly contentType: string
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
    if (expired !== undefined) throw speechError(request.component, expired, { provider: request.provider })
    if (!wanted.aborted) throw error
  } finally {
    watch.end()
    await transport.close()
  }
}

async function* streamResponse(
  transport: Transport,
  { component, provider, path, contentType, body }: Post,
  watch: ResponseTimeouts,
) {
  watch.requestSent()
  const response = await transport
    .fetch(`${provider.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        ...authHeaders(provider.apiKey, provider.headers),
      },
      body,
      signal: watch.signal,
    })
    .catch((error: unknown) => {
      if (error instanceof ProviderResponseError)
        throw speechError(component, 'web_page', { provider, status: error.statusCode })
      throw speechError(component, 'unreachable', { provider, code: codeOf({ cause: error }) })
    })
  const { status } = response
  const isText = component === 'voice' && NO_SOUND.test(response.headers.get('content-type') ?? '')
  if (status !== 200 || isText) {
    const retryAfterSeconds = retryAfter(Object.fromEntries(response.headers))
    const providerMessage = providerMessageIn(await readRefusal(response).catch(() => ''))
    throw speechError(component, status === 200 ? 'not_sound' : failureReasonOfStatus(status), {
      ...{ provider, status, retryAfterSeconds, providerMessage },
    })
  }
  try {
    for await (const data of response.body ?? []) {
      watch.tokenReceived()
      yield data
      watch.awaitNextToken()
    }
  } catch {
    throw speechError(component, 'broken_off', { provider })
  }
}

export const authHeaders = (apiKey: string | undefined, headers: Readonly<Record<string, string>>) => ({
  ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  ...headers,
})

/** Types of what is no sound; a voice may call its sound anything else, or not name it. */
const NO_SOUND = /^\s*(?:text\/|application\/(?:json|xml|problem\+json)\b)/i
export async function collectBytes(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
