import type { EventEmitter } from 'node:events'
import type { Server as HttpServer, ServerResponse } from 'node:http'
import type { Server } from 'socket.io'

// Engine.IO and ws have one limit for all connections, and no type for what changes the limit of one. All that we use of
// their inner workings is in this file; every test of the socket fails at once when a new version has none of it.

/** A packet of Engine.IO; `data` is what Socket.IO parses. */
export type EnginePacket = { type: string; data?: unknown }

type WebSocketTransport = {
  readonly name: 'websocket'
  readonly socket: EventEmitter & {
    /** Bytes that the system has not taken yet. */
    readonly bufferedAmount: number
    terminate(): void
    readonly _receiver: { _maxPayload: number }
  }
}
type PollingTransport = {
  readonly name: 'polling'
  maxHttpBufferSize: number
  parser: { readonly decodePayload: (payload: string) => EnginePacket[] }
  /** Of the poll that waits for an answer. */
  readonly res?: ServerResponse | null
}
export type EngineTransport = EventEmitter & (WebSocketTransport | PollingTransport)

/** One client's connection, over whichever transport it has at the time. */
export type EngineConnection = EventEmitter & {
  readonly readyState: 'opening' | 'open' | 'closing' | 'closed'
  readonly remoteAddress?: string
  readonly transport: EngineTransport
  close(discard?: boolean): void
}

type WebSocketServer = { readonly options: { maxPayload: number } }

/** The largest message of WebSockets until `setMaxMessageBytes`, those of an upgrade included. */
export function setInitialMaxMessageBytes(io: Server, server: HttpServer, bytes: number): void {
  const { engine } = io as unknown as { readonly engine: { readonly ws: WebSocketServer } }
  const set = () => {
    engine.ws.options.maxPayload = bytes
  }
  set()
  // Engine.IO makes a new one when the server listens, before this listener is called.
  server.on('listening', set)
}

export function setMaxMessageBytes(transport: EngineTransport, bytes: number): void {
  if (transport.name === 'polling') transport.maxHttpBufferSize = bytes
  else transport.socket._receiver._maxPayload = bytes
}

/** Takes a payload of more packets for unreadable, before it is split into them. WebSockets have one a message. */
export function limitPacketsPerPayload(transport: EngineTransport, max: () => number): void {
  if (transport.name !== 'polling') return
  const { parser } = transport
  transport.parser = {
    ...parser,
    decodePayload: (payload) =>
      hasMorePackets(payload, max()) ? [UNREADABLE] : parser.decodePayload(payload),
  }
}

const UNREADABLE: EnginePacket = { type: 'error', data: 'parser error' }
const SEPARATOR = '\x1e'

function hasMorePackets(payload: string, max: number): boolean {
  let packets = 1
  for (let at = payload.indexOf(SEPARATOR); at !== -1; at = payload.indexOf(SEPARATOR, at + 1)) {
    packets += 1
    if (packets > max) return true
  }
  return false
}

/** Closes at once, without waiting for what the client has not read. */
export function terminateConnection(connection: EngineConnection): void {
  const { transport } = connection
  connection.close(true)
  if (transport.name === 'websocket') transport.socket.terminate()
  // A connection that was closing in good order would wait for the client's next poll.
  else if (connection.readyState !== 'closed') transport.emit('error', new Error('dropped'))
}
