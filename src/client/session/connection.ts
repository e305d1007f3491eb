import type { Socket } from 'socket.io-client'
import type { ClientEventName, ClientEvents } from '../../contract/events.js'
import type { Credentials } from '../credentials.js'
import { SessionClosedError, sessionClosed, UnreachableError } from '../errors.js'
import type { Emitter } from './emitter.js'
import { CLIENT_NAMES, type ConnectionState, type SessionEvents, type SessionInfo } from './events.js'
import { socketOptions } from './handshake.js'
import { type Ending, type LinkListener, watchLink } from './link.js'
import { SESSION_DEFAULTS, type SessionSettings } from './settings.js'

export type ConnectionDeps = {
  readonly emitter: Emitter<SessionEvents>
  readonly baseUrl: string
  readonly credentials: Credentials
}

export type Connection = {
  state(): ConnectionState
  /** Resolves at `session_info`. Rejects when the first attempt fails, which is not repeated. */
  connect(): Promise<SessionInfo>
  disconnect(): void
  send<Name extends ClientEventName>(name: Name, payload: ClientEvents[Name]): void
  /** Sends, and resolves once the server has done it: so events that come of it come before. */
  request<Name extends ClientEventName>(name: Name, payload: ClientEvents[Name]): Promise<void>
}

/** The longest wait for an acknowledgement (docs/wire-protocol.md, Constants of clients). */
const ACKNOWLEDGED_MS = 10_000

/** One session at a time, over one socket; tells the emitter everything that happens to it. */
export function createConnection(deps: ConnectionDeps, settings: SessionSettings): Connection {
  const status = createStatus(deps.emitter)
  let live: { readonly socket: Socket; readonly end: (ending: Ending) => void } | null = null

  const connected = (): Socket => {
    if (status.state() === 'connected' && live !== null) return live.socket
    throw new SessionClosedError('lost', 'The session is not connected')
  }
  return {
    state: status.state,
    async connect() {
      live?.end(leaving())
      status.become('connecting')
      const { io } = await import('socket.io-client')
      const { address, options } = socketOptions(deps.baseUrl, withSpeaker(deps, settings), deps.credentials)
      const socket = io(address, options)
      return new Promise((resolve, reject) => {
        const listener = createListener({ emitter: deps.emitter, status }, settings, { resolve, reject })
        live = { socket, end: watchLink(socket, linkSettings(deps, settings), listener) }
        socket.connect()
      })
    },
    disconnect() {
      live?.end(leaving())
      live = null
    },
    send(name, payload) {
      connected().emit(name, payload)
    },
    async request(name, payload) {
      const answer: Promise<unknown> = connected().timeout(ACKNOWLEDGED_MS).emitWithAck(name, payload)
      await answer.catch((cause: unknown) => {
        throw new UnreachableError(deps.baseUrl, 'timeout', { cause })
      })
    },
  }
}

/** Who listens for sound before connecting need not say that there is a speaker. */
const withSpeaker = ({ emitter }: ConnectionDeps, settings: SessionSettings): SessionSettings => ({
  ...settings,
  capabilities: { speaker: emitter.hasListener('botVoice'), ...settings.capabilities },
})

const leaving = (): Ending => ({
  state: 'disconnected',
  reason: 'client',
  error: sessionClosed('client'),
})

type Status = { state(): ConnectionState; become(next: ConnectionState): void }

function createStatus(emitter: Emitter<SessionEvents>): Status {
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

const linkSettings = ({ baseUrl }: ConnectionDeps, settings: SessionSettings) => {
  const { autoReconnect, maxReconnectAttempts, connectTimeoutMs } = { ...SESSION_DEFAULTS, ...settings }
  return { baseUrl, connectTimeoutMs, maxAttempts: autoReconnect ? maxReconnectAttempts : 0 }
}

type Outcome = { resolve(info: SessionInfo): void; reject(error: Error): void }
type ListenerDeps = { readonly emitter: Emitter<SessionEvents>; readonly status: Status }

function createListener(
  { emitter, status }: ListenerDeps,
  { debug = SESSION_DEFAULTS.debug }: SessionSettings,
  outcome: Outcome,
): LinkListener {
  const log = debug || (() => undefined)
  return {
    received(name, payload) {
      log('received', { name })
      if (name === 'session_info') status.become('connected')
      // The server checks what it sends by the schemas these types come from.
      if (isKnown(name)) emitter.emit(CLIENT_NAMES[name], payload as never)
      if (name === 'session_info') outcome.resolve(payload as SessionInfo)
    },
    interrupted() {
      log('interrupted')
      status.become('reconnecting')
      emitter.emit('disconnected', { reason: 'lost', willReconnect: true })
    },
    ended({ state, reason, error }) {
      log('ended', { reason })
      status.become(state)
      emitter.emit('disconnected', { reason, willReconnect: false })
      outcome.reject(error)
    },
  }
}

const isKnown = (name: string): name is keyof typeof CLIENT_NAMES => Object.hasOwn(CLIENT_NAMES, name)
