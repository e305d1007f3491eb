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
  /** Milliseconds until the connection must be made; 0 or absent: any time. */
  readonly connectMs?: number | undefined
  /** Milliseconds until the head of the response must be there; 0 or absent: any time. */
  readonly headersMs?: number | undefined
}

/**
 * Sends one request and resolves with the head of its response. Whatever the other side does, and whenever, it is told
 * here or by the response's own `error` event, to which somebody always listens: no event can end the process. When the
 * signal aborts, the request, and the response after it, are destroyed with its reason.
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
    // Never the request once there is a response: that would drop what of the response is not read yet, without an error.
    const abort = () => (response ?? request).destroy(toError(signal.reason))
    signal.addEventListener('abort', abort, { once: true })
    const fail = (error: Error) => {
      timers.stop()
      reject(error)
    }
    request.on('error', fail)
    request.on('upgrade', (_head, socket) => {
      socket.destroy()
      fail(new Error('The other side switches protocols unasked'))
    })
    request.on('close', () => {
      signal.removeEventListener('abort', abort)
      fail(new Error('The connection was closed without a response'))
    })
    request.on('response', (received) => {
      timers.stop()
      response = received
      // A failure before anybody reads is told to the reader when there is one.
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
  // Before `pipeline` hears of it, so that this is why the request failed.
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
  const connecting = after(connectMs, 'CONNECT_TIMEOUT', 'The connection was not made in time')
  const answering = after(headersMs, 'HEADERS_TIMEOUT', 'No response began in time')
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
