import { exceedsJsonBounds } from '../contract/json-bounds.js'
import {
  OUTBOUND_BUFFER_BYTES,
  SOCKET_EVENT_BOUNDS,
  SOCKET_MESSAGE_BYTES,
  SOCKET_PAYLOAD_PACKETS,
  UNAUTHENTICATED_MESSAGE_BYTES,
  UNAUTHENTICATED_OUTBOUND_BUFFER_BYTES,
  UNAUTHENTICATED_PACKETS,
  UNAUTHENTICATED_PAYLOAD_PACKETS,
} from '../contract/limits.js'
import { NAMESPACE } from '../contract/namespace.js'
import { createConditionVariable } from '../domain/condition-variable.js'
import {
  type EngineConnection,
  type EnginePacket,
  type EngineTransport,
  limitPacketsPerPayload,
  setMaxMessageBytes,
  terminateConnection,
} from './engine-io.js'

export interface TrafficLimits {
  setAuthenticated(isAuthenticated: boolean): void
  /** Undefined while below the high-water mark. Otherwise resolves when below it again, or when the connection closes. */
  waitForDrain(): Promise<void> | undefined
}

/** Refused attempts to join another namespace that a connection may make. */
const STRAY_JOINS = 4

/** Limits what one client may send, and what may wait for it, more strictly before it has authenticated. */
export function limitTraffic(connection: EngineConnection): TrafficLimits {
  const inbound = limitInbound(connection)
  const outbound = limitOutbound(connection)
  return {
    waitForDrain: outbound.waitForDrain,
    setAuthenticated: (is) => {
      inbound.setAuthenticated(is)
      outbound.setAuthenticated(is)
    },
  }
}

/** Closes the connection before a packet beyond the limits is parsed. */
function limitInbound(connection: EngineConnection): Pick<TrafficLimits, 'setAuthenticated'> {
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

/** Memory of a queued packet beside its data. */
const PACKET_OVERHEAD_BYTES = 256
/** Senders that can wait do so beyond this; no client that reads falls this far behind. */
const HIGH_WATER_MARK_BYTES = 2 ** 20

/** Counts what was sent to a client and not read yet, and drops the connection before that is too much. */
function limitOutbound(connection: EngineConnection): TrafficLimits {
  let maxBytes = UNAUTHENTICATED_OUTBOUND_BUFFER_BYTES
  const drained = createConditionVariable()
  /** Bytes queued in Engine.IO. */
  let queued = 0
  /** Bytes written to poll responses that are not finished. */
  let polled = 0
  const buffered = () => {
    const { transport } = connection
    return queued + polled + (transport.name === 'websocket' ? transport.socket.bufferedAmount : 0)
  }
  const check = () => {
    if (buffered() > maxBytes) terminateConnection(connection)
  }

  connection.on('packetCreate', ({ data }: EnginePacket) => {
    queued += PACKET_OVERHEAD_BYTES + (typeof data === 'string' ? data.length : 0)
    check()
  })
  connection.on('flush', () => {
    const flushed = queued
    queued = 0
    const { transport } = connection
    if (transport.name !== 'polling') return
    polled += flushed
    transport.res?.once('close', () => {
      polled -= flushed
      drained.notifyAll()
    })
  })
  const watch = (transport: EngineTransport) => {
    transport.on('drain', drained.notifyAll)
    // The transport answers WebSocket pings without emitting packets of Engine.IO.
    if (transport.name === 'websocket') transport.socket.on('ping', check)
  }
  watch(connection.transport)
  connection.on('upgrade', watch)
  connection.on('close', drained.notifyAll)

  const isFull = () => connection.readyState === 'open' && buffered() > HIGH_WATER_MARK_BYTES
  const waitWhileFull = async () => {
    while (isFull()) await drained.wait()
  }
  return {
    setAuthenticated: (is) => {
      maxBytes = is ? OUTBOUND_BUFFER_BYTES : UNAUTHENTICATED_OUTBOUND_BUFFER_BYTES
    },
    waitForDrain: () => (isFull() ? waitWhileFull() : undefined),
  }
}
