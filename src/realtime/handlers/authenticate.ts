import { errorForm, INTERNAL_ERROR } from '../../contract/errors.js'
import { DomainError, domainError } from '../../domain/errors.js'
import { type OpenSessionDeps, openSession } from '../../domain/sessions/open-session.js'
import type { SessionPeer } from '../../domain/sessions/ports.js'
import type { Session } from '../../domain/sessions/session.js'
import { SessionRejected } from '../../domain/shares/live-shares.js'
import { acknowledge, type Connection, payloadOf } from '../client-events.js'
import type { SdkSocket } from '../socket.js'

/**
 * Hz: the SDKs that show who they are with the join record so, whatever rate they play at
 * (docs/wire-protocol.md, Microphone audio).
 */
const CONNECT_AUTH_MICROPHONE_RATE = 16_000

const CREDENTIALS = ['api_key', 'token', 'character_id', 'player_id']

/**
 * Authenticates a client that has joined: by what came with the join or, once, by the event `authenticate`.
 * Resolves with the session; undefined when there is none, and then the client was told why and sent away.
 */
export async function authenticate(door: Connection, deps: OpenSessionDeps): Promise<Session | undefined> {
  const joined: object = door.socket.handshake.auth
  // An empty one counts: who sends it here has nothing else to show, and would wait in vain.
  if (CREDENTIALS.some((name) => Object.hasOwn(joined, name)))
    return openSessionOrReject(door, deps, {
      credentials: joined,
      microphoneRate: CONNECT_AUTH_MICROPHONE_RATE,
    })

  const event = await waitForAuthenticateEvent(door, deps)
  if (event === 'left') return undefined
  if (event === 'late') return rejectClient(door, domainError('notAuthenticatedInTime'))
  const session = await openSessionOrReject(door, deps, { credentials: payloadOf(event) })
  acknowledge(event)
  return session
}

/** The arguments of the client's `authenticate`, if it comes in time. */
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
  door: Connection,
  deps: OpenSessionDeps,
  { credentials: shown, ...microphone }: SentCredentials,
): Promise<Session | undefined> {
  try {
    return await openSession(deps, door.read('authenticate', shown), { ...peerOf(door), ...microphone })
  } catch (error) {
    return rejectClient(door, error)
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
  // The typed socket cannot see that name and payload belong together; the peer's own type has checked it.
  emit: (event, payload) =>
    void (socket as { emit: (event: string, payload: object) => unknown }).emit(event, payload),
  close: () => disconnectClient(socket),
})

/**
 * Leaves the namespace and closes the transport: anything less, some SDK hangs on
 * (docs/wire-protocol.md, Success and refusal).
 */
const disconnectClient = (socket: SdkSocket) => void socket.disconnect(true)
