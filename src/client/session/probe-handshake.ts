import type { Credentials } from '../credentials.js'
import { AuthError } from '../errors.js'
import { socketOptions } from './handshake.js'
import { watchSocket } from './socket-lifecycle.js'

/** An id that no character has: the handshake ends before anything is opened or written. */
const UNKNOWN_CHARACTER_ID = '00000000-0000-0000-0000-000000000000'

type ProbeSettings = {
  readonly baseUrl: string
  readonly credentials: Credentials
  readonly transport: 'websocket' | 'polling'
  readonly timeoutMs: number
}

/**
 * Joins over one transport alone as far as a service lets one who asks for a character that does not exist, and
 * resolves with its refusal (`auth_error`). Rejects when no such answer comes over this transport.
 */
export async function probeHandshake({ transport, ...settings }: ProbeSettings): Promise<string> {
  const { baseUrl, credentials, timeoutMs: connectTimeoutMs } = settings
  const wanted = {
    characterId: UNKNOWN_CHARACTER_ID,
    playerId: 'doctor',
    autoReconnect: false,
    connectTimeoutMs,
  }
  const { io } = await import('socket.io-client')
  const { address, options } = socketOptions(baseUrl, wanted, credentials)
  const socket = io(address, { ...options, transports: [transport], upgrade: false })
  return new Promise((resolve, reject) => {
    watchSocket(
      socket,
      { baseUrl, connectTimeoutMs, maxAttempts: 0 },
      {
        onEvent: () => undefined,
        onReconnecting: () => undefined,
        onEnd: ({ error }) => (error instanceof AuthError ? resolve(error.message) : reject(error)),
      },
    )
    socket.connect()
  })
}
