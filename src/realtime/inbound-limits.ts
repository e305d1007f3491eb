import { exceedsJsonBounds } from '../contract/json-bounds.js'
import {
  SOCKET_EVENT_BOUNDS,
  SOCKET_MESSAGE_BYTES,
  SOCKET_PAYLOAD_PACKETS,
  UNAUTHENTICATED_MESSAGE_BYTES,
  UNAUTHENTICATED_PACKETS,
  UNAUTHENTICATED_PAYLOAD_PACKETS,
} from '../contract/limits.js'
import { NAMESPACE } from '../contract/namespace.js'
import {
  type EngineConnection,
  type EnginePacket,
  limitPacketsPerPayload,
  setMaxMessageBytes,
} from './engine-io.js'

/** What one client may send; less before it has authenticated. */
export interface InboundLimits {
  setAuthenticated(isAuthenticated: boolean): void
}

/** Attempts to join other namespaces, which are refused. */
const STRAY_JOINS = 4

/** Keeps what a client must not send from ever being parsed: the connection is closed instead. */
export function limitInbound(connection: EngineConnection): InboundLimits {
  let isAuthenticated = false
  let check = createPacketCheck({ maxPackets: UNAUTHENTICATED_PACKETS })
  const setBytes = () =>
    setMaxMessageBytes(
      connection.transport,
      isAuthenticated ? SOCKET_MESSAGE_BYTES : UNAUTHENTICATED_MESSAGE_BYTES,
    )

  setBytes()
  connection.on('upgrade', setBytes)
  limitPacketsPerPayload(connection.transport, () =>
    isAuthenticated ? SOCKET_PAYLOAD_PACKETS : UNAUTHENTICATED_PAYLOAD_PACKETS,
  )
  connection.on('packet', (packet: EnginePacket) => {
    if (packet.type !== 'message' || check(packet.data)) return
    // Engine.IO announces its packet before it reads it, and goes by the type that it has then.
    packet.type = 'noop'
    connection.emit('error', new Error('The packet is beyond the limits'))
  })
  return {
    setAuthenticated: (is) => {
      isAuthenticated = is
      // The join is done, and the one that is allowed after the session has ended is another.
      check = createPacketCheck({
        maxPackets: is ? Number.POSITIVE_INFINITY : UNAUTHENTICATED_PACKETS,
        isJoined: is,
      })
      if (connection.readyState === 'open') setBytes()
    },
  }
}

/** Type, number of attachments and namespace, as Socket.IO writes them before id and JSON. */
const HEAD = /^(?:[0-4]|[56]\d{1,3}-)(?:\/[^,]*(?:,|$))?/

/** Tells whether each message in turn may be parsed. */
function createPacketCheck({ maxPackets, isJoined = false }: { maxPackets: number; isJoined?: boolean }) {
  let packets = 0
  let attachedBytes = 0
  let joins = isJoined ? 1 : 0
  let strayJoins = 0

  const mayJoin = (namespace: string): boolean => {
    if (namespace === NAMESPACE) joins += 1
    else strayJoins += 1
    return joins <= 1 && strayJoins <= STRAY_JOINS
  }
  const mayAttach = ({ length }: Uint8Array): boolean => {
    attachedBytes += length
    return attachedBytes <= SOCKET_MESSAGE_BYTES
  }
  return (data: unknown): boolean => {
    packets += 1
    if (packets > maxPackets) return false
    if (data instanceof Uint8Array) return mayAttach(data)
    attachedBytes = 0
    if (typeof data !== 'string') return true
    const [head] = HEAD.exec(data) ?? []
    if (head === undefined || exceedsJsonBounds(data, SOCKET_EVENT_BOUNDS, head.length)) return false
    return !head.startsWith('0') || mayJoin(head.slice(1).replace(/,$/, ''))
  }
}
