import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

type ClientError = Error & { readonly code?: string }

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers bytes that are no HTTP in the service's envelope, then hangs up: what follows cannot be trusted. */
export function answerMalformed(error: ClientError, socket: Socket, requestId: string): void {
  // A peer that is gone cannot be answered; one that was answered already must not be answered twice.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const status = STATUS_BY_CODE[error.code ?? ''] ?? 400
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ detail: reason })
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
