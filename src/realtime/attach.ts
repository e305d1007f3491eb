import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { SOCKET_MESSAGE_BYTES, UNAUTHENTICATED_MESSAGE_BYTES } from '../contract/limits.js'
import { NAMESPACE } from '../contract/namespace.js'
import type { LiveEncounters } from '../domain/encounters/live.js'
import type { OpenSessionDeps } from '../domain/sessions/open-session.js'
import type { SessionRegistry } from '../domain/sessions/registry.js'
import type { Session } from '../domain/sessions/session.js'
import { createConnections } from './connections.js'
import { type EngineConnection, setFirstMessageBytes } from './engine.js'
import { escapeLongFrame, sendTogether } from './frames.js'
import { handleCameraImage } from './handlers/camera-image.js'
import { handleClientInterrupt } from './handlers/client-interrupt.js'
import { handleLivekit } from './handlers/livekit.js'
import { handleNotices } from './handlers/notices.js'
import { handleSayLine } from './handlers/say-line.js'
import { handleSubscribeEncounter } from './handlers/subscribe-encounter.js'
import { handleText } from './handlers/text.js'
import { handleVoice } from './handlers/voice.js'
import { shakeHands } from './handshake.js'
import { acknowledgeOthers, type Door, reportBrokenPackets } from './on.js'
import { createPayloadReader } from './payload.js'
import type { SdkNamespace } from './socket.js'
import { returnOtherUpgrades } from './upgrades.js'

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
  const connections = createConnections(deps.timers)
  io.engine.on('connection', connections.accept)
  const namespace: SdkNamespace = io.of(NAMESPACE)
  const read = createPayloadReader()
  namespace.on('connection', (socket) => {
    // The library's type of it leaves out what we use.
    const connection = connections.of(socket.conn as unknown as EngineConnection)
    void welcome({ socket, connection, read, log: deps.log }, deps)
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
  setFirstMessageBytes(io, server, UNAUTHENTICATED_MESSAGE_BYTES)
  returnOtherUpgrades(server, PATH)
  // The library always has the namespace `/`; a client that strays there is told as anywhere else.
  io.use((_socket, next) => next(new Error('Invalid namespace')))
  io.engine.on('connection', (transport) => {
    transport.on('packetCreate', escapeLongFrame)
    sendTogether(transport)
  })
  return io
}

async function welcome(door: Door, deps: RealtimeDeps): Promise<void> {
  acknowledgeOthers(door)
  reportBrokenPackets(door)
  const session = await shakeHands(door, deps)
  if (session === undefined) return

  if (!door.socket.connected) return await session.close()
  door.connection.authenticated()
  door.socket.on('disconnect', () => {
    door.connection.left()
    void session.close()
  })
  attend(door, session, deps)
}

function attend(door: Door, session: Session, deps: RealtimeDeps): void {
  handleText(door, session)
  handleSayLine(door, session)
  handleClientInterrupt(door, session)
  handleNotices(door, session)
  handleSubscribeEncounter(door, session, deps)
  handleVoice(door, session)
  handleCameraImage(door, session)
  handleLivekit(door)
}
