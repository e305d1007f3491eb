import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { SOCKET_MESSAGE_BYTES, UNAUTHENTICATED_MESSAGE_BYTES } from '../contract/limits.js'
import { NAMESPACE } from '../contract/namespace.js'
import type { LiveEncounters } from '../domain/encounters/live-encounters.js'
import type { OpenSessionDeps } from '../domain/sessions/open-session.js'
import type { SessionRegistry } from '../domain/sessions/registry.js'
import type { Session } from '../domain/sessions/session.js'
import { acknowledgeUnhandledEvents, type Connection, reportUnreadablePackets } from './client-events.js'
import { createConnectionLimits } from './connection-limits.js'
import { type EngineConnection, setInitialMaxMessageBytes } from './engine-io.js'
import { coalesceWrites, escapeNonAsciiInLongFrame } from './frames.js'
import { handleAudioPlaybackComplete } from './handlers/audio-playback-complete.js'
import { authenticate } from './handlers/authenticate.js'
import { handleCameraImage } from './handlers/camera-image.js'
import { handleClientInterrupt } from './handlers/client-interrupt.js'
import { handleLivekitToken } from './handlers/livekit-token.js'
import { handleSayLine } from './handlers/say-line.js'
import { handleStartVoice } from './handlers/start-voice.js'
import { handleSubscribeEncounter } from './handlers/subscribe-encounter.js'
import { handleText } from './handlers/text.js'
import { returnOtherUpgradesToHttp } from './other-upgrades.js'
import { createPayloadReader } from './payload.js'
import type { SdkNamespace } from './socket.js'

const PATH = '/socket.io/'

export type RealtimeDeps = OpenSessionDeps & {
  readonly sessions: SessionRegistry
  readonly liveEncounters: Pick<LiveEncounters, 'subscribe'>
}

export interface Realtime {
  /** Takes no more clients, closes the transports there are, and resolves when their sessions have stored everything. */
  close(): Promise<void>
  /** Sends every client away; new ones may come. */
  disconnectAll(): void
}

/** Serves the namespace of the service on a server that listens, or will (docs/wire-protocol.md, Transport). */
export function attachRealtime(server: HttpServer, deps: RealtimeDeps): Realtime {
  let isOpen = true
  const io = createSocketServer(server, deps, () => isOpen)
  const connections = createConnectionLimits(deps.timers)
  io.engine.on('connection', connections.accept)
  const namespace: SdkNamespace = io.of(NAMESPACE)
  const read = createPayloadReader()
  namespace.on('connection', (socket) => {
    // The library's type of it leaves out what we use.
    const connection = connections.of(socket.conn as unknown as EngineConnection)
    void openClientSession({ socket, limits: connection, read, log: deps.log }, deps)
  })

  return {
    disconnectAll: () => namespace.disconnectSockets(true),
    close: async () => {
      isOpen = false
      // Without the packet 41, behind which SDKs do not come back by themselves: it is for policy, not for a restart.
      for (const { conn } of namespace.sockets.values()) conn.close()
      await deps.sessions.closeAll()
      io.engine.close()
    },
  }
}

function createSocketServer(
  server: HttpServer,
  { limits }: Pick<RealtimeDeps, 'limits'>,
  isOpen: () => boolean,
): Server {
  const seconds = limits.authenticateSeconds
  const io = new Server(server, {
    path: PATH,
    serveClient: false,
    destroyUpgrade: false,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    // Whoever does not even join has no more time than whoever does not authenticate.
    ...(Number.isFinite(seconds) && { connectTimeout: seconds * 1000 }),
    maxHttpBufferSize: SOCKET_MESSAGE_BYTES,
    perMessageDeflate: false,
    httpCompression: false,
    cors: { origin: '*' },
    allowRequest: (_request, decide) => decide(null, isOpen()),
  })
  setInitialMaxMessageBytes(io, server, UNAUTHENTICATED_MESSAGE_BYTES)
  returnOtherUpgradesToHttp(server, PATH)
  // The library always has the namespace `/`; a client that strays there is told as anywhere else.
  io.use((_socket, next) => next(new Error('Invalid namespace')))
  io.engine.on('connection', (transport) => {
    transport.on('packetCreate', escapeNonAsciiInLongFrame)
    coalesceWrites(transport)
  })
  return io
}

async function openClientSession(door: Connection, deps: RealtimeDeps): Promise<void> {
  acknowledgeUnhandledEvents(door)
  reportUnreadablePackets(door)
  const session = await authenticate(door, deps)
  if (session === undefined) return

  if (!door.socket.connected) return await session.close()
  door.limits.applySessionLimits()
  door.socket.on('disconnect', () => {
    door.limits.applyUnauthenticatedLimits()
    void session.close()
  })
  registerHandlers(door, session, deps)
}

function registerHandlers(door: Connection, session: Session, deps: RealtimeDeps): void {
  handleText(door, session)
  handleSayLine(door, session)
  handleClientInterrupt(door, session)
  handleAudioPlaybackComplete(door, session)
  handleSubscribeEncounter(door, session, deps)
  handleStartVoice(door, session)
  handleCameraImage(door, session)
  handleLivekitToken(door)
}
