import type { Socket } from 'socket.io-client'
import { isObject } from '../../contract/is-object.js'
import {
  AuthError,
  SessionClosedError,
  type SessionEndReason,
  sessionClosed,
  UnreachableError,
} from '../errors.js'
import { createRestartableTimeout } from './restartable-timeout.js'

/** The final state of a socket; no event follows it. */
export type SessionEnd = {
  readonly state: 'disconnected' | 'error'
  readonly reason: SessionEndReason
  readonly error: Error
}

export type SocketListener = {
  onEvent(name: string, payload: Record<string, unknown>): void
  /** The connection broke and is being re-established. */
  onReconnecting(): void
  onEnd(end: SessionEnd): void
}

export type SocketSettings = {
  readonly baseUrl: string
  /** 0: a broken connection is not reconnected. */
  readonly maxAttempts: number
  readonly connectTimeoutMs: number
}

/** Browsers tell it when there is a network again. */
const page = globalThis as Partial<EventTarget>

/**
 * Follows a socket from its opening to its end, and returns a function that ends it. Socket.IO reconnects a broken
 * connection; in a browser at once when there is a network again. It does not after an ending event of the
 * server (such as `auth_error`), a disconnect by either side, or a failed first attempt.
 */
export function watchSocket(
  socket: Socket,
  settings: SocketSettings,
  listener: SocketListener,
): (end: SessionEnd) => void {
  const { baseUrl, maxAttempts, connectTimeoutMs } = settings
  const unreachable = (cause: Error) => failedEnd(new UnreachableError(baseUrl, 'network', { cause }))
  let attempts = 0
  let isAuthenticated = false
  let hasEnded = false

  const end = (sessionEnd: SessionEnd) => {
    if (hasEnded) return
    hasEnded = true
    page.removeEventListener?.('online', hurry)
    handshakeTimeout.cancel()
    socket.disconnect()
    listener.onEnd(sessionEnd)
  }
  const onHandshakeTimeout = () => {
    // The server may be restarting: closing the engine makes the socket try again.
    if (isAuthenticated && attempts < maxAttempts) socket.io.engine.close()
    else end(failedEnd(new UnreachableError(baseUrl, 'timeout')))
  }
  const handshakeTimeout = createRestartableTimeout(connectTimeoutMs, onHandshakeTimeout)
  const retryOr = (sessionEnd: SessionEnd, retry: () => void) =>
    attempts < maxAttempts ? retry() : end(sessionEnd)

  // Drops the attempt that waits for its delay, and tries at once; should that fail, delays begin anew.
  const hurry = () => {
    if (isAuthenticated && !socket.connected) socket.disconnect().connect()
  }

  page.addEventListener?.('online', hurry)
  handshakeTimeout.start()
  socket.on('connect', handshakeTimeout.start)
  socket.on('connect_error', (cause) =>
    isAuthenticated && socket.active ? undefined : end(unreachable(cause)),
  )
  socket.on('disconnect', (reason) =>
    socket.active && isAuthenticated
      ? retryOr(connectionLostEnd(), listener.onReconnecting)
      : end(endByDisconnectReason(reason)),
  )
  socket.io.on('reconnect_attempt', () => {
    attempts += 1
  })
  socket.io.on('reconnect_error', () => retryOr(connectionLostEnd(), () => undefined))
  socket.onAny((name: string, data: unknown) => {
    if (hasEnded) return
    const payload = isObject(data) ? data : {}
    if (name === 'session_info') {
      handshakeTimeout.cancel()
      isAuthenticated = true
      attempts = 0
    }
    listener.onEvent(name, payload)
    const sessionEnd = endByServerEvent(name, payload)
    if (sessionEnd) end(sessionEnd)
  })
  return end
}

const failedEnd = (error: Error): SessionEnd => ({ state: 'error', reason: 'lost', error })

const disconnectedEnd = (error: SessionClosedError): SessionEnd => ({
  state: 'disconnected',
  reason: error.reason,
  error,
})

const endByDisconnectReason = (reason: string): SessionEnd =>
  reason === 'io server disconnect' ? disconnectedEnd(sessionClosed('server')) : connectionLostEnd()

const connectionLostEnd = (): SessionEnd => failedEnd(sessionClosed('lost'))

/** Events after which the server closes the connection; reconnecting with the same credentials would fail again. */
function endByServerEvent(name: string, { error, reason }: Record<string, unknown>): SessionEnd | null {
  if (name === 'auth_error')
    return { state: 'error', reason: 'rejected', error: new AuthError(String(error)) }
  if (name === 'session_rejected')
    return disconnectedEnd(new SessionClosedError('rejected', `The server rejected the session: ${reason}`))
  if (name === 'session_timeout')
    return disconnectedEnd(new SessionClosedError('timeout', `The server closed the session: ${reason}`))
  return null
}
