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

export interface InboundLimits {
  setAuthenticated(isAuthenticated: boolean): void
}

/** Refused attempts to join another namespace that a connection may make. */
const STRAY_JOINS = 4

/**
 * Limits what one client may send, more strictly before it has authenticated. Closes the connection before a packet
 * beyond the limits is parsed.
 */
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
    // Engine.IO emits the packet before handling it by its type, so `noop` skips it.
    packet.type = 'noop'
    connection.emit('error', new Error('The packet is beyond the limits'))
  })
  return {
    setAuthenticated: (is) => {
      isAuthenticated = is
      // An authenticated client has joined already; after its session it may join once more.
      check = createPacketCheck({
        maxPackets: is ? Number.POSITIVE_INFINITY : UNAUTHENTICATED_PACKETS,
        isJoined: is,
      })
      if (connection.readyState === 'open') setBytes()
    },
  }
}

/** Packet type, number of attachments and namespace: what Socket.IO writes before the id and the JSON. */
const HEAD = /^(?:[0-4]|[56]\d{1,3}-)(?:\/[^,]*(?:,|$))?/

/** Returns a check of each message in order: whether it may be parsed. */
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
