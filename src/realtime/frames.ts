import type { Socket as NetSocket } from 'node:net'

/** An Engine.IO socket, as far as it is needed here. */
type CorkableTransport = {
  readonly request: { readonly socket: Pick<NetSocket, 'cork' | 'uncork'> }
  on(event: 'flush' | 'drain', listener: () => void): unknown
}

/** Frames that wait together leave in one write: a system call takes longer than all that is done for a short frame. */
export function coalesceWrites(transport: CorkableTransport): void {
  const { socket } = transport.request
  // Engine.IO tells of both within the one call that sends.
  transport.on('flush', () => socket.cork())
  transport.on('drain', () => socket.uncork())
}

/**
 * One SDK decodes UTF-8 per 16 KB it reads, so a character may be torn at every such boundary
 * (docs/wire-protocol.md, Transport).
 */
const UNESCAPED_FRAME_BYTES_MAX = 16_000

/**
 * Writes what is not ASCII as \uXXXX when the frame is long. All of it stands inside JSON strings, where the two
 * spellings mean the same; finals cannot be split, so escaping is the one way that fits every frame.
 */
export function escapeNonAsciiInLongFrame(packet: { data?: unknown }): void {
  const { data } = packet
  if (typeof data !== 'string' || data.length * 3 < UNESCAPED_FRAME_BYTES_MAX) return
  const bytes = Buffer.byteLength(data)
  // Sound is long and ASCII: it need not be searched.
  if (bytes < UNESCAPED_FRAME_BYTES_MAX || bytes === data.length) return
  // Engine.IO hands its packet over for exactly this; there is nothing to return it to.
  packet.data = data.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
