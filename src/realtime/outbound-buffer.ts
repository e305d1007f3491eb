import { createConditionVariable } from '../domain/condition-variable.js'
import {
  type EngineConnection,
  type EnginePacket,
  type EngineTransport,
  terminateConnection,
} from './engine-io.js'

export interface OutboundBuffer {
  /** Undefined while below the high-water mark. Otherwise resolves when below it again, or when the connection closes. */
  waitForDrain(): Promise<void> | undefined
}

/** Memory of a queued packet beside its data. */
const PACKET_OVERHEAD_BYTES = 256
/** Senders that can wait do so beyond this; no client that reads falls this far behind. */
const HIGH_WATER_MARK_BYTES = 2 ** 20

/** Counts what was sent to a client and not read yet, and drops the connection before that exceeds `maxBytes`. */
export function limitOutbound(connection: EngineConnection, maxBytes: () => number): OutboundBuffer {
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
    if (buffered() > maxBytes()) terminateConnection(connection)
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
  return { waitForDrain: () => (isFull() ? waitWhileFull() : undefined) }
}
