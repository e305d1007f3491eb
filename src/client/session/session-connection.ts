import type { Socket } from 'socket.io-client'
import type { ClientEventName, ClientEvents } from '../../contract/events.js'
import type { Credentials } from '../credentials.js'
import { SessionClosedError, sessionClosed, UnreachableError } from '../errors.js'
import type { Emitter } from './emitter.js'
import { CLIENT_EVENT_NAMES, type ConnectionState, type SessionEvents, type SessionInfo } from './events.js'
import { socketOptions } from './handshake.js'
import { SESSION_DEFAULTS, type SessionSettings } from './settings.js'
import { type SessionEnd, type SocketListener, watchSocket } from './socket-lifecycle.js'

export type SessionConnectionDeps = {
  readonly emitter: Emitter<SessionEvents>
  readonly baseUrl: string
  readonly credentials: Credentials
}

export type SessionConnection = {
  state(): ConnectionState
  /** Resolves at `session_info`. Rejects when the first attempt fails; that one is not retried. */
  connect(): Promise<SessionInfo>
  disconnect(): void
  send<Name extends ClientEventName>(name: Name, payload: ClientEvents[Name]): void
  /** Sends, and resolves at the acknowledgement, after all events that the request caused. */
  request<Name extends ClientEventName>(name: Name, payload: ClientEvents[Name]): Promise<void>
}

/** docs/wire-protocol.md, Constants of clients. */
const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000

/** Holds one session at a time over one socket, and emits everything that happens to it. */
export function createSessionConnection(
  deps: SessionConnectionDeps,
  settings: SessionSettings,
): SessionConnection {
  const status = createStateHolder(deps.emitter)
  let live: { readonly socket: Socket; readonly end: (sessionEnd: SessionEnd) => void } | null = null

  const connected = (): Socket => {
    if (status.state() === 'connected' && live !== null) return live.socket
    throw new SessionClosedError('lost', 'The session is not connected')
  }
  return {
    state: status.state,
    async connect() {
      live?.end(closedByClient())
      status.become('connecting')
      const { io } = await import('socket.io-client')
      const { address, options } = socketOptions(deps.baseUrl, withSpeaker(deps, settings), deps.credentials)
      const socket = io(address, options)
      return new Promise((resolve, reject) => {
        const listener = createSocketListener({ emitter: deps.emitter, status }, settings, {
          resolve,
          reject,
        })
        live = { socket, end: watchSocket(socket, socketSettings(deps, settings), listener) }
        socket.connect()
      })
    },
    disconnect() {
      live?.end(closedByClient())
      live = null
    },
    send(name, payload) {
      connected().emit(name, payload)
    },
    async request(name, payload) {
      const answer: Promise<unknown> = connected()
        .timeout(ACKNOWLEDGEMENT_TIMEOUT_MS)
        .emitWithAck(name, payload)
      await answer.catch((cause: unknown) => {
        throw new UnreachableError(deps.baseUrl, 'timeout', { cause })
      })
    },
  }
}

/** A listener for audio before connecting implies the speaker capability. */
const withSpeaker = ({ emitter }: SessionConnectionDeps, settings: SessionSettings): SessionSettings => ({
  ...settings,
  capabilities: { speaker: emitter.hasListener('botVoice'), ...settings.capabilities },
})

const closedByClient = (): SessionEnd => ({
  state: 'disconnected',
  reason: 'client',
  error: sessionClosed('client'),
})

type StateHolder = { state(): ConnectionState; become(next: ConnectionState): void }

function createStateHolder(emitter: Emitter<SessionEvents>): StateHolder {
  let state: ConnectionState = 'disconnected'
  return {
    state: () => state,
    become(next) {
      if (next === state) return
      const previous = state
      state = next
      emitter.emit('connectionStateChanged', { state, previous })
    },
  }
}

const socketSettings = ({ baseUrl }: SessionConnectionDeps, settings: SessionSettings) => {
  const { autoReconnect, maxReconnectAttempts, connectTimeoutMs } = { ...SESSION_DEFAULTS, ...settings }
  return { baseUrl, connectTimeoutMs, maxAttempts: autoReconnect ? maxReconnectAttempts : 0 }
}

type ConnectPromise = { resolve(info: SessionInfo): void; reject(error: Error): void }
type ListenerDeps = { readonly emitter: Emitter<SessionEvents>; readonly status: StateHolder }

function createSocketListener(
  { emitter, status }: ListenerDeps,
  { debug = SESSION_DEFAULTS.debug }: SessionSettings,
  connectPromise: ConnectPromise,
): SocketListener {
  const log = debug || (() => undefined)
  return {
    onEvent(name, payload) {
      log('received', { name })
      if (name === 'session_info') status.become('connected')
      // The server validates its events with the schemas that these types derive from.
      if (isServerEvent(name)) emitter.emit(CLIENT_EVENT_NAMES[name], payload as never)
      if (name === 'session_info') connectPromise.resolve(payload as SessionInfo)
    },
    onReconnecting() {
      log('interrupted')
      status.become('reconnecting')
      emitter.emit('disconnected', { reason: 'lost', willReconnect: true })
    },
    onEnd({ state, reason, error }) {
      log('ended', { reason })
      status.become(state)
      emitter.emit('disconnected', { reason, willReconnect: false })
      connectPromise.reject(error)
    },
  }
}

const isServerEvent = (name: string): name is keyof typeof CLIENT_EVENT_NAMES =>
  Object.hasOwn(CLIENT_EVENT_NAMES, name)
