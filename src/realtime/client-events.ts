import { errorForm, INTERNAL_ERROR, type SocketErrorCode } from '../contract/errors.js'
import type { ClientEventName, ClientEvents } from '../contract/events.js'
import { clientEvents } from '../contract/events.js'
import { DomainError } from '../domain/errors.js'
import type { Log } from '../domain/log.js'
import type { ConnectionLimits } from './connection-limits.js'
import type { ReadPayload } from './payload.js'
import type { SdkSocket } from './socket.js'

/** One client's end: its socket, and what every handler needs to listen to it. */
export type Connection = {
  readonly socket: SdkSocket
  readonly limits: ConnectionLimits
  readonly read: ReadPayload
  readonly log: Log
}

/**
 * Listens for an event. Its payload is checked, a failure becomes an `error` event, and an acknowledgement is given
 * once the work is done (docs/wire-protocol.md, Voice mode and push-to-talk).
 */
export function onClientEvent<Name extends ClientEventName>(
  { socket, read, log }: Connection,
  name: Name,
  handle: (payload: ClientEvents[Name]) => void | Promise<void>,
): void {
  socket.on(name as string, async (...args: unknown[]) => {
    try {
      await handle(read(name, payloadOf(args)))
    } catch (error) {
      socket.emit('error', toErrorEvent(error))
      if (!(error instanceof DomainError)) log.error('A socket event failed', { event: name, err: error })
    }
    acknowledge(args)
  })
}

/** Acknowledges what no handler listens for: unknown events, and those that come before the session. */
export function acknowledgeUnhandledEvents({ socket }: Pick<Connection, 'socket'>): void {
  socket.onAny((name: string, ...args: unknown[]) => {
    const isHandled = Object.hasOwn(clientEvents, name) && socket.listenerCount(name) > 0
    if (!isHandled) acknowledge(args)
  })
}

/** Tells a client that its packet could not be read, before the library closes the transport over it. */
export function reportUnreadablePackets({ socket }: Pick<Connection, 'socket'>): void {
  socket.on('error', (problem: unknown) => {
    // The library's own report and a client's event of that name arrive on one channel.
    if (!(problem instanceof Error)) return
    socket.emit('error', { error: 'invalid_payload', message: 'The packet could not be read' })
  })
}

/** An acknowledgement id arrives as a function behind the payload. */
export function acknowledge(args: readonly unknown[]): void {
  const last = args.at(-1)
  if (typeof last === 'function') last({})
}

export const payloadOf = ([first]: readonly unknown[]) => (typeof first === 'function' ? undefined : first)

function toErrorEvent(error: unknown): { error: SocketErrorCode; message: string } {
  const code = error instanceof DomainError ? errorForm(error.kind).socketCode : undefined
  if (code === undefined) return { error: 'internal', message: INTERNAL_ERROR.message }
  return { error: code, message: (error as DomainError).message }
}
