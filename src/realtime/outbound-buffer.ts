import { createConditionVariable } from '../domain/encounters/condition-variable.js'
import {
  type EngineConnection,
  type EnginePacket,
  type EngineTransport,
  terminateConnection,
} from './engine-io.js'

/** What one client has been sent and not read. */
export interface OutboundBuffer {
  /** Undefined: there is room for more. Otherwise it resolves when there is, or when the connection is closed. */
  waitForDrain(): Promise<void> | undefined
}

/** Bytes that a packet takes in the queue beside its data. */
const PACKET_OVERHEAD_BYTES = 256
/** Whoever can wait should, beyond this: it is more than any client gets behind that reads. */
const HIGH_WATER_MARK_BYTES = 2 ** 20

/** Drops the connection before it holds more than `maxBytes` of outgoing data. */
export function limitOutbound(connection: EngineConnection, maxBytes: () => number): OutboundBuffer {
  const drained = createConditionVariable()
  /** Waiting in Engine.IO for the transport. */
  let queued = 0
  /** Given to answers of polls that the system has not taken yet. */
  let polled = 0
  const held = () => {
    const { transport } = connection
    return queued + polled + (transport.name === 'websocket' ? transport.socket.bufferedAmount : 0)
  }
  const check = () => {
    if (held() > maxBytes()) terminateConnection(connection)
  }

  connection.on('packetCreate', ({ data }: EnginePacket) => {
    queued += PACKET_OVERHEAD_BYTES + (typeof data === 'string' ? data.length : 0)
    check()
  })
  connection.on('flush', () => {
    const leaving = queued
    queued = 0
    const { transport } = connection
    if (transport.name !== 'polling') return
    polled += leaving
    transport.res?.once('close', () => {
      polled -= leaving
      drained.notifyAll()
    })
  })
  const watch = (transport: EngineTransport) => {
    transport.on('drain', drained.notifyAll)
    // Its answers to pings of the WebSocket pass by Engine.IO.
    if (transport.name === 'websocket') transport.socket.on('ping', check)
  }
  watch(connection.transport)
  connection.on('upgrade', watch)
  connection.on('close', drained.notifyAll)

  const isFull = () => connection.readyState === 'open' && held() > HIGH_WATER_MARK_BYTES
  const untilRoom = async () => {
    while (isFull()) await drained.wait()
  }
  return { waitForDrain: () => (isFull() ? untilRoom() : undefined) }
}
