import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

type ClientError = Error & { readonly code?: string }

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Node keeps the answer that a connection is waiting for under this name, and asks the same of it. */
type ClientSocket = Socket & { readonly _httpMessage?: ServerResponse | null }

/** Answers bytes that are no HTTP in the service's envelope, then hangs up: what follows cannot be trusted. */
export function answerMalformedRequest(error: ClientError, socket: ClientSocket, requestId: string): void {
  const answer = socket._httpMessage
  if (answer?.req.complete === true && socket.writable) {
    // The broken bytes came after a whole request: that one still gets its answer.
    answer.once('close', () => socket.destroy())
    return
  }
  if (!socket.writable || answer?.headersSent === true) {
    socket.destroy()
    return
  }
  socket.end(errorResponse(STATUS_BY_CODE[error.code ?? ''] ?? 400, requestId))
}

function errorResponse(status: number, requestId: string): string {
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ detail: reason })
  return [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
