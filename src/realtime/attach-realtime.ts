import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { SOCKET_MESSAGE_BYTES, UNAUTHENTICATED_MESSAGE_BYTES } from '../contract/limits.js'
import { NAMESPACE } from '../contract/namespace.js'
import { waitAtMost } from '../domain/clock.js'
import type { LiveEncounters } from '../domain/encounters/live-encounters.js'
import type { Leadership } from '../domain/leadership.js'
import { type AddressWatch, createOwnAddressWatch } from '../domain/limits/address-limit.js'
import type { Presence } from '../domain/presence.js'
import type { OpenSessionDeps } from '../domain/sessions/open-session.js'
import type { Session } from '../domain/sessions/session.js'
import {
  acknowledgeUnhandledEvents,
  type Connection,
  createPayloadReader,
  reportUnreadablePackets,
  type SdkNamespace,
  type SdkSocket,
} from './client-events.js'
import { createConnectionLimits } from './connection-limits.js'
import {
  coalesceWrites,
  type EngineConnection,
  escapeNonAsciiInLongFrame,
  setInitialMaxMessageBytes,
} from './engine-io.js'
import { handleAudioPlaybackComplete } from './handlers/audio-playback-complete.js'
import { authenticate } from './handlers/authenticate.js'
import { handleCameraImage } from './handlers/camera-image.js'
import { handleClientInterrupt } from './handlers/client-interrupt.js'
import { handleLivekitJoin } from './handlers/livekit-join.js'
import { handleLivekitToken } from './handlers/livekit-token.js'
import { handleSayLine } from './handlers/say-line.js'
import { handleStartVoice } from './handlers/start-voice.js'
import { handleStopVoice } from './handlers/stop-voice.js'
import { handleStreamAudio } from './handlers/stream-audio.js'
import { handleSubscribeEncounter } from './handlers/subscribe-encounter.js'
import { handleText } from './handlers/text.js'
import { handleUpdatePreferences } from './handlers/update-preferences.js'
import { returnOtherUpgradesToHttp } from './other-upgrades.js'
import { type WorkerAddress, withWorkerId } from './worker-sessions.js'

const PATH = '/socket.io/'

export type RealtimeDeps = OpenSessionDeps & {
  readonly sessions: Presence
  readonly liveEncounters: Pick<LiveEncounters, 'subscribe'>
  /** Absent where no other server can take the place of this one. */
  readonly leadership?: Pick<Leadership, 'confirm'> | undefined
  /** Absent where one process has all sessions. */
  readonly worker?: WorkerAddress | undefined
  /** Absent where one process has all connections. */
  readonly addressWatch?: AddressWatch | undefined
}

export interface Realtime {
  /** Closes each transport as soon as no reply to it is under way; resolves when the last one is closed, or after `limitMs`. */
  finish(limitMs: number): Promise<void>
  /** Refuses new clients, closes all transports, and resolves once their sessions have stored everything. */
  close(): Promise<void>
  /** Disconnects every client; new ones may connect. */
  disconnectAll(): void
}

/**
 * Serves the Socket.IO namespace on an HTTP server and opens a session for each client
 * (docs/wire-protocol.md, Transport).
 */
export function attachRealtime(server: HttpServer, deps: RealtimeDeps): Realtime {
  let isOpen = true
  const io = createSocketServer(server, deps, () => isOpen)
  const { timers, addressWatch: watch = createOwnAddressWatch(timers) } = deps
  const connections = createConnectionLimits({ timers, watch })
  io.engine.on('connection', connections.accept)
  const namespace: SdkNamespace = io.of(NAMESPACE)
  const read = createPayloadReader()
  const open = new Map<SdkSocket, Session>()
  namespace.on('connection', (socket) => {
    // The library's type leaves out members that we use.
    const limits = connections.of(socket.conn as unknown as EngineConnection)
    void openClientSession({ socket, limits, read, log: deps.log }, deps).then((session) => {
      if (session === undefined || !socket.connected) return
      open.set(socket, session)
      socket.on('disconnect', () => open.delete(socket))
    })
  })
  // Without a disconnect packet (41), after which SDKs would not reconnect to another or a restarted server by themselves.
  const closeTransport = ({ conn }: SdkSocket) => void conn.close()

  return {
    finish: async (limitMs) => {
      const all = [...namespace.sockets.values()].map(async (socket) => {
        await open.get(socket)?.finishReplies()
        closeTransport(socket)
      })
      await waitAtMost(limitMs, { timers: deps.timers, work: Promise.all(all) })
    },
    disconnectAll: () => namespace.disconnectSockets(true),
    close: async () => {
      isOpen = false
      for (const socket of namespace.sockets.values()) closeTransport(socket)
      await deps.sessions.closeAll()
      io.engine.close()
    },
  }
}

function createSocketServer(
  server: HttpServer,
  { limits, worker }: Pick<RealtimeDeps, 'limits' | 'worker'>,
  isOpen: () => boolean,
): Server {
  const seconds = limits.authenticateSeconds
  const io = new Server(server, {
    path: PATH,
    serveClient: false,
    destroyUpgrade: false,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    // A client that does not join the namespace gets no more time than one that does not authenticate.
    ...(Number.isFinite(seconds) && { connectTimeout: seconds * 1000 }),
    maxHttpBufferSize: SOCKET_MESSAGE_BYTES,
    perMessageDeflate: false,
    httpCompression: false,
    cors: { origin: '*' },
    allowRequest: (_request, decide) => decide(null, isOpen()),
  })
  setInitialMaxMessageBytes(io, server, UNAUTHENTICATED_MESSAGE_BYTES)
  const { engine } = io
  if (worker !== undefined) engine.generateId = withWorkerId(engine.generateId.bind(engine), worker)
  returnOtherUpgradesToHttp(server, PATH)
  // The library always has the namespace `/`; refuse it with the same error as any other wrong namespace.
  io.use((_socket, next) => next(new Error('Invalid namespace')))
  io.engine.on('connection', (transport) => {
    transport.on('packetCreate', escapeNonAsciiInLongFrame)
    coalesceWrites(transport)
  })
  return io
}

/** Undefined where the client was refused, or has left meanwhile. */
async function openClientSession(connection: Connection, deps: RealtimeDeps): Promise<Session | undefined> {
  acknowledgeUnhandledEvents(connection)
  reportUnreadablePackets(connection)
  const session = await authenticate(connection, deps)
  if (session === undefined) return undefined
  // What the credentials were checked against may have changed where another server has taken over.
  deps.leadership?.confirm()?.catch(() => connection.socket.conn.close())
  if (!connection.socket.connected) {
    await session.close()
    return undefined
  }
  connection.limits.applySessionLimits()
  connection.socket.on('disconnect', () => {
    connection.limits.applyUnauthenticatedLimits()
    void session.close()
  })
  registerHandlers(connection, session, deps)
  return session
}

/** One handler for each of `clientEvents` except `authenticate`, in alphabetical order. */
function registerHandlers(connection: Connection, session: Session, deps: RealtimeDeps): void {
  handleAudioPlaybackComplete(connection, session)
  handleCameraImage(connection, session)
  handleClientInterrupt(connection, session)
  handleLivekitJoin(connection)
  handleLivekitToken(connection)
  handleSayLine(connection, session)
  handleStartVoice(connection, session)
  handleStopVoice(connection, session)
  handleStreamAudio(connection, session)
  handleSubscribeEncounter(connection, session, deps)
  handleText(connection, session)
  handleUpdatePreferences(connection, session)
}
