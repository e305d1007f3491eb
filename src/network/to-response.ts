import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { decodeBody } from './decode-body.js'

type BodyLimits = {
  /** Bytes of a body, decoded; more are a failure. */
  readonly maxBytes: number
  /** Milliseconds that a reader waits for the next bytes; 0: without end. */
  readonly idleMs: number
  readonly signal: AbortSignal
}

/** Statuses whose responses have no body (Fetch standard, "null body status"). */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304])

/** A response of Node as one of the web. Throws for what cannot be one, such as the status 999. */
export function toResponse(received: IncomingMessage, method: string, limits: BodyLimits): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = received
  const headers = toHeaders(received.rawHeaders)
  if (method === 'HEAD' || NULL_BODY_STATUSES.has(status)) {
    received.resume()
    return new Response(null, { status, statusText, headers })
  }
  const body = toStream(decodeBody(received, headers.get('content-encoding')), limits)
  return new Response(body, { status, statusText, headers })
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '')
  return headers
}

/**
 * Bytes are taken from the connection only when somebody reads. Not `Readable.toWeb`: that one closes its stream in an
 * event handler, which throws where nobody can catch it when the reader has left in the meantime.
 */
function toStream(body: Readable, { maxBytes, idleMs, signal }: BodyLimits): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  let total = 0
  const next = async () => {
    const idle =
      idleMs > 0 ? setTimeout(() => void body.destroy(new Error('No bytes came')), idleMs) : undefined
    try {
      return await chunks.next()
    } finally {
      clearTimeout(idle)
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await next()
          if (done) return controller.close()
          total += value.length
          if (total > maxBytes) throw new Error(`The body has more than ${maxBytes} bytes`)
          controller.enqueue(value)
        } catch (cause) {
          body.destroy()
          throw signal.aborted ? signal.reason : new TypeError('terminated', { cause })
        }
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  )
}
