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

/** How a link ended for good: nothing comes after it. */
export type SessionEnd = {
  readonly state: 'disconnected' | 'error'
  readonly reason: SessionEndReason
  readonly error: Error
}

export type SocketListener = {
  onEvent(name: string, payload: Record<string, unknown>): void
  /** The connection broke; the link is trying to get it back. */
  onReconnecting(): void
  onEnd(ending: SessionEnd): void
}

export type SocketSettings = {
  readonly baseUrl: string
  /** 0: a broken connection is not reconnected. */
  readonly maxAttempts: number
  readonly connectTimeoutMs: number
}

/**
 * Watches a socket from its opening to its end. A broken connection is reconnected by the socket itself; after the
 * server's farewell (`auth_error` and the like), its own disconnect, or a first attempt that failed, it never is.
 */
export function watchSocket(
  socket: Socket,
  settings: SocketSettings,
  listener: SocketListener,
): (e: SessionEnd) => void {
  const { baseUrl, maxAttempts, connectTimeoutMs } = settings
  const unreachable = (cause: Error) => failedEnd(new UnreachableError(baseUrl, 'network', { cause }))
  let attempts = 0
  let isWelcome = false
  let isOver = false

  const end = (ending: SessionEnd) => {
    if (isOver) return
    isOver = true
    deadline.cancel()
    socket.disconnect()
    listener.onEnd(ending)
  }
  const missed = () => {
    // A server that is just starting: the engine's end makes the socket try again.
    if (isWelcome && attempts < maxAttempts) socket.io.engine.close()
    else end(failedEnd(new UnreachableError(baseUrl, 'timeout')))
  }
  const deadline = createRestartableTimeout(connectTimeoutMs, missed)
  const retryOr = (ending: SessionEnd, retry: () => void) => (attempts < maxAttempts ? retry() : end(ending))

  deadline.start()
  socket.on('connect', deadline.start)
  socket.on('connect_error', (cause) => (isWelcome && socket.active ? undefined : end(unreachable(cause))))
  socket.on('disconnect', (reason) =>
    socket.active && isWelcome
      ? retryOr(connectionLostEnd(), listener.onReconnecting)
      : end(endByDisconnectReason(reason)),
  )
  socket.io.on('reconnect_attempt', () => {
    attempts += 1
  })
  socket.io.on('reconnect_error', () => retryOr(connectionLostEnd(), () => undefined))
  socket.onAny((name: string, data: unknown) => {
    if (isOver) return
    const payload = isObject(data) ? data : {}
    if (name === 'session_info') {
      deadline.cancel()
      isWelcome = true
      attempts = 0
    }
    listener.onEvent(name, payload)
    const ending = endByServerEvent(name, payload)
    if (ending) end(ending)
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

/** The server's last words, after which it closes: nothing is gained by coming back with the same credentials. */
function endByServerEvent(name: string, { error, reason }: Record<string, unknown>): SessionEnd | null {
  if (name === 'auth_error')
    return { state: 'error', reason: 'rejected', error: new AuthError(String(error)) }
  if (name === 'session_rejected')
    return disconnectedEnd(new SessionClosedError('rejected', `The server rejected the session: ${reason}`))
  if (name === 'session_timeout')
    return disconnectedEnd(new SessionClosedError('timeout', `The server closed the session: ${reason}`))
  return null
}
