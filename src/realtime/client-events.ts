import type { DefaultEventsMap, Namespace, Socket } from 'socket.io'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { errorForm, INTERNAL_ERROR, type SocketErrorCode } from '../contract/errors.js'
import {
  type ClientEventName,
  type ClientEvents,
  clientEvents,
  type ServerEventName,
  type ServerEvents,
} from '../contract/events.js'
import { DomainError, domainError } from '../domain/errors.js'
import type { Log } from '../domain/log.js'
import type { ConnectionLimits } from './connection-limits.js'

/** Outgoing events are typed; incoming ones are unknown until `onClientEvent` has checked them. */
type ToClient = { [Name in ServerEventName]: (payload: ServerEvents[Name]) => void }

export type SdkNamespace = Namespace<DefaultEventsMap, ToClient>
export type SdkSocket = Socket<DefaultEventsMap, ToClient>

/** Checks the payload of an event; throws a DomainError of kind `unprocessable` if it is malformed. */
type ReadPayload = <Name extends ClientEventName>(name: Name, payload: unknown) => ClientEvents[Name]

/** A client's socket, with what every handler needs. */
export type Connection = {
  readonly socket: SdkSocket
  readonly limits: ConnectionLimits
  readonly read: ReadPayload
  readonly log: Log
}

/**
 * Handles an event: checks its payload, turns a failure into an `error` event, and acknowledges the event once the
 * work is done (docs/wire-protocol.md, Voice mode and push-to-talk).
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

/** Acknowledges events that have no handler: unknown ones, and those sent before the session is open. */
export function acknowledgeUnhandledEvents({ socket }: Pick<Connection, 'socket'>): void {
  socket.onAny((name: string, ...args: unknown[]) => {
    const isHandled = Object.hasOwn(clientEvents, name) && socket.listenerCount(name) > 0
    if (!isHandled) acknowledge(args)
  })
}

/** Reports an unreadable packet to its client before the library closes the transport because of it. */
export function reportUnreadablePackets({ socket }: Pick<Connection, 'socket'>): void {
  socket.on('error', (problem: unknown) => {
    // A client may send an event named `error` too; only the library's own report is an Error.
    if (!(problem instanceof Error)) return
    socket.emit('error', { error: 'invalid_payload', message: 'The packet could not be read' })
  })
}

/** Calls the acknowledgement function, which Socket.IO appends to the arguments if the client asked for one. */
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

/** Compiles the payload schema of each client event on its first use. */
export function createPayloadReader(): ReadPayload {
  const validators = new Map<ClientEventName, Validator>()
  return (name, payload) => {
    const fields = withoutEmptyFields(payload)
    const validator = validators.get(name) ?? Compile(clientEvents[name] as TSchema)
    validators.set(name, validator)
    if (!isPlainObject(fields) || !validator.Check(fields)) {
      const [first] = validator.Errors(fields)
      throw domainError('invalidPayload', { event: name, why: problemText(first) })
    }
    // The validator has just checked that it is one.
    return fields as ClientEvents[typeof name]
  }
}

/**
 * SDKs send an absent payload or field as undefined, null or "": empty fields are dropped, an empty payload becomes
 * `{}` (docs/wire-protocol.md, Transport).
 */
export function withoutEmptyFields(payload: unknown, depth = 0): unknown {
  if (depth === 0 && isEmpty(payload)) return {}
  // Valid payloads have at most two levels; recursing into a hostile one could overflow the stack.
  if (!isPlainObject(payload) || depth > 1) return payload
  if (isFlatAndFull(payload)) return payload
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [name, withoutEmptyFields(value, depth + 1)]),
  )
}

/** Most payloads are flat and have no empty field. */
function isFlatAndFull(payload: object): boolean {
  for (const value of Object.values(payload)) if (isEmpty(value) || typeof value === 'object') return false
  return true
}

const problemText = (problem?: { instancePath: string; message: string }) =>
  problem === undefined ? 'must be an object' : `${problem.instancePath} ${problem.message}`.trim()

/** False for arrays and bytes. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
