import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'

export type RequestSpec = {
  readonly options: RequestOptions
  readonly isSecure: boolean
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined
  readonly signal: AbortSignal
  /** Time limit for connecting; 0 or absent: unlimited. */
  readonly connectMs?: number | undefined
  /** Time limit until the response headers; 0 or absent: unlimited. */
  readonly headersMs?: number | undefined
}

/**
 * Sends one request and resolves with the head of its response. Every failure rejects here or emits `error` on the
 * response, which always has a listener, so that no event can terminate the process. When the signal aborts, the request
 * or its response is destroyed with the signal's reason.
 */
export function sendHttpRequest({
  options,
  isSecure,
  body,
  signal,
  ...limits
}: RequestSpec): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = (isSecure ? httpsRequest : httpRequest)(options)
    const timers = startTimers(request, isSecure, limits)
    let response: IncomingMessage | undefined
    // Once there is a response, destroying the request would drop its unread rest without an error.
    const abort = () => (response ?? request).destroy(toError(signal.reason))
    signal.addEventListener('abort', abort, { once: true })
    const fail = (error: Error) => {
      timers.stop()
      reject(error)
    }
    request.on('error', fail)
    request.on('upgrade', (_head, socket) => {
      socket.destroy()
      fail(new Error('The server switched protocols without being asked to'))
    })
    request.on('close', () => {
      signal.removeEventListener('abort', abort)
      fail(new Error('The connection was closed without a response'))
    })
    request.on('response', (received) => {
      timers.stop()
      response = received
      // The reader receives the error of a failure before it reads.
      received.on('error', () => {})
      resolve(received)
    })
    writeBody(request, body)
  })
}

function writeBody(request: ClientRequest, body: RequestSpec['body']): void {
  if (body === undefined || body instanceof Uint8Array) {
    request.end(body)
    return
  }
  const source = Readable.from(body, { objectMode: false })
  // Registered before `pipeline`, so that the request fails with this error.
  source.on('error', (error) => request.destroy(error))
  pipeline(source, request, () => {})
}

function startTimers(
  request: ClientRequest,
  isSecure: boolean,
  { connectMs = 0, headersMs = 0 }: Pick<RequestSpec, 'connectMs' | 'headersMs'>,
) {
  const after = (ms: number, code: string, message: string) =>
    ms > 0 ? setTimeout(() => request.destroy(Object.assign(new Error(message), { code })), ms) : undefined
  const connecting = after(connectMs, 'CONNECT_TIMEOUT', 'The connection timed out')
  const answering = after(headersMs, 'HEADERS_TIMEOUT', 'The response timed out')
  const connected = () => clearTimeout(connecting)
  request.once('socket', (socket: Socket) => {
    if (request.reusedSocket) connected()
    else socket.once(isSecure ? 'secureConnect' : 'connect', connected)
  })
  return {
    stop: () => {
      connected()
      clearTimeout(answering)
    },
  }
}

const toError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('The request was aborted', { cause: reason })
