import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

type BodyLimits = {
  /** Maximum size of the decoded body; a larger one is an error. */
  readonly maxBytes: number
  /** Maximum wait for the next bytes while reading; 0: unlimited. */
  readonly idleMs: number
  readonly signal: AbortSignal
}

/** Statuses whose responses have no body (Fetch standard, "null body status"). */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304])

/** Converts a response of Node to one of `fetch`. Throws for invalid ones, such as the status 999. */
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
 * Reads from the connection only on demand. `Readable.toWeb` is not usable: it closes its stream in an event handler,
 * which throws an uncaught error if the reader has cancelled in the meantime.
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

const DECODERS: ReadonlyMap<string, () => NodeJS.ReadWriteStream & Readable> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/**
 * Decodes a body while it is read, so that the reader's limit stops a decompression bomb. A body with an unknown encoding
 * is returned as it is.
 */
export function decodeBody(body: Readable, encoding: string | null | undefined): Readable {
  const decoder = DECODERS.get(encoding?.trim().toLowerCase() ?? '')?.()
  if (decoder === undefined) return body
  decoder.on('error', () => {}) // the reader receives the error
  return pipeline(body, decoder, () => {})
}
