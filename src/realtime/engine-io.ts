import type { EventEmitter } from 'node:events'
import type { Server as HttpServer, ServerResponse } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import type { Server } from 'socket.io'

// Engine.IO and ws have one limit for all connections, and no public way to change that of one. Every use of their
// internals is in this file; all socket tests fail at once if a new version changes them.

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
  /** The response of the pending poll. */
  readonly res?: ServerResponse | null
}
export type EngineTransport = EventEmitter & (WebSocketTransport | PollingTransport)

/** A client's connection; its transport changes when it is upgraded. */
export type EngineConnection = EventEmitter & {
  readonly readyState: 'opening' | 'open' | 'closing' | 'closed'
  readonly remoteAddress?: string
  readonly transport: EngineTransport
  close(discard?: boolean): void
}

type WebSocketServer = { readonly options: { maxPayload: number } }

/** Sets the largest WebSocket message until `setMaxMessageBytes`, also for connections that upgrade from polling. */
export function setInitialMaxMessageBytes(io: Server, server: HttpServer, bytes: number): void {
  const { engine } = io as unknown as { readonly engine: { readonly ws: WebSocketServer } }
  const set = () => {
    engine.ws.options.maxPayload = bytes
  }
  set()
  // Engine.IO creates a new WebSocket server when the HTTP server listens, before this listener is called.
  server.on('listening', set)
}

export function setMaxMessageBytes(transport: EngineTransport, bytes: number): void {
  if (transport.name === 'polling') transport.maxHttpBufferSize = bytes
  else transport.socket._receiver._maxPayload = bytes
}

/** Treats a polling payload of more than `max()` packets as unreadable, before splitting it. A WebSocket message is one packet. */
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

/** Closes at once, without waiting for the client to read what was sent. */
export function terminateConnection(connection: EngineConnection): void {
  const { transport } = connection
  connection.close(true)
  if (transport.name === 'websocket') transport.socket.terminate()
  // Without an error, a connection that is already closing would wait for the client's next poll.
  else if (connection.readyState !== 'closed') transport.emit('error', new Error('dropped'))
}

type CorkableTransport = {
  readonly request: { readonly socket: Pick<NetSocket, 'cork' | 'uncork'> }
  on(event: 'flush' | 'drain', listener: () => void): unknown
}

/** Sends waiting frames in one write, because a system call costs more than all other work for a short frame. */
export function coalesceWrites(transport: CorkableTransport): void {
  const { socket } = transport.request
  // Engine.IO emits both within the same synchronous send.
  transport.on('flush', () => socket.cork())
  transport.on('drain', () => socket.uncork())
}

/**
 * One SDK decodes UTF-8 in blocks of 16 KB, which breaks a character that spans two blocks
 * (docs/wire-protocol.md, Transport).
 */
const UNESCAPED_FRAME_BYTES_MAX = 16_000

/**
 * Writes non-ASCII characters of a long frame as \uXXXX. They occur only inside JSON strings, where both spellings mean
 * the same. Splitting is no alternative, because a final event must be one frame.
 */
export function escapeNonAsciiInLongFrame(packet: { data?: unknown }): void {
  const { data } = packet
  if (typeof data !== 'string' || data.length * 3 < UNESCAPED_FRAME_BYTES_MAX) return
  const bytes = Buffer.byteLength(data)
  // Audio frames are long but pure ASCII: skip the search.
  if (bytes < UNESCAPED_FRAME_BYTES_MAX || bytes === data.length) return
  // Engine.IO emits the packet to be changed in place.
  packet.data = data.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
