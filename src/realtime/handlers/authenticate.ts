import { errorForm, INTERNAL_ERROR } from '../../contract/errors.js'
import { DomainError, domainError } from '../../domain/errors.js'
import { type OpenSessionDeps, openSession } from '../../domain/sessions/open-session.js'
import type { SessionPeer } from '../../domain/sessions/ports.js'
import type { Session } from '../../domain/sessions/session.js'
import { SessionRejected } from '../../domain/shares/live-shares.js'
import { acknowledge, type Connection, payloadOf, type SdkSocket } from '../client-events.js'

/**
 * In Hz. SDKs that send their credentials in the connect packet record at this rate, whatever rate they play at
 * (docs/wire-protocol.md, Microphone audio).
 */
const CONNECT_AUTH_MICROPHONE_RATE = 16_000

const CREDENTIALS = ['api_key', 'token', 'character_id', 'player_id']

/**
 * Authenticates a client by the credentials in its connect packet or else by its first `authenticate` event.
 * Resolves with the session, or with undefined after it has told the client why and disconnected it.
 */
export async function authenticate(
  connection: Connection,
  deps: OpenSessionDeps,
): Promise<Session | undefined> {
  const credentials: object = connection.socket.handshake.auth
  // An empty value counts too: such a client sends no `authenticate` event, and would wait in vain.
  if (CREDENTIALS.some((name) => Object.hasOwn(credentials, name)))
    return openSessionOrReject(connection, deps, {
      credentials,
      microphoneRate: CONNECT_AUTH_MICROPHONE_RATE,
    })

  const event = await waitForAuthenticateEvent(connection, deps)
  if (event === 'left') return undefined
  if (event === 'late') return rejectClient(connection, domainError('notAuthenticatedInTime'))
  const session = await openSessionOrReject(connection, deps, { credentials: payloadOf(event) })
  acknowledge(event)
  return session
}

/** Resolves with the arguments of the client's `authenticate` event. */
function waitForAuthenticateEvent(
  { socket }: Connection,
  { timers, limits }: OpenSessionDeps,
): Promise<unknown[] | 'late' | 'left'> {
  return new Promise((resolve) => {
    const seconds = limits.authenticateSeconds
    const expire = () => resolve('late')
    const stop = Number.isFinite(seconds) ? timers.after(seconds * 1000, expire) : () => undefined
    socket.once('authenticate', (...args: unknown[]) => {
      stop()
      resolve(args)
    })
    socket.once('disconnect', () => {
      stop()
      resolve('left')
    })
  })
}

type SentCredentials = { readonly credentials: unknown; readonly microphoneRate?: number }

async function openSessionOrReject(
  connection: Connection,
  deps: OpenSessionDeps,
  { credentials, ...microphone }: SentCredentials,
): Promise<Session | undefined> {
  try {
    return await openSession(deps, connection.read('authenticate', credentials), {
      ...peerOf(connection),
      ...microphone,
    })
  } catch (error) {
    return rejectClient(connection, error)
  }
}

function rejectClient({ socket, log }: Connection, error: unknown): undefined {
  const answer = error instanceof DomainError ? errorForm(error.kind).authError : undefined
  if (error instanceof SessionRejected) socket.emit('session_rejected', error.event)
  else if (answer !== undefined) socket.emit('auth_error', { error: answer })
  else {
    log.error('A session could not be opened', { err: error })
    socket.emit('error', { error: 'internal', message: INTERNAL_ERROR.message })
  }
  disconnectClient(socket)
  return undefined
}

const peerOf = ({ socket }: Connection): SessionPeer => ({
  // The typed socket cannot relate the name to its payload; the type of the peer has checked that they match.
  emit: (event, payload) =>
    void (socket as { emit: (event: string, payload: object) => unknown }).emit(event, payload),
  close: () => disconnectClient(socket),
})

/**
 * Leaves the namespace and closes the transport; otherwise some SDKs hang
 * (docs/wire-protocol.md, Success and refusal).
 */
const disconnectClient = (socket: SdkSocket) => void socket.disconnect(true)
