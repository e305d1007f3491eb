import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { CONNECTIONS_MAX } from '../../contract/limits.js'
import { partOf } from '../../domain/limits/address-limit.js'

/** What the workers of one address know of one another's connections. */
export interface CommonRoom {
  readonly processes: number
  /** This one has its part of the connections, or has room again. */
  tell(isFull: boolean): void
  /** Calls back when no worker has room any more, and when one has again. */
  onAllFull(listener: (areAllFull: boolean) => void): void
}

/**
 * Limits all connections of a server; of workers, each has a part. A connection that comes to one without room Node hands
 * to the next one. When none has room, each drops what comes: else it would go round and round.
 */
export function limitConnectionTotal(server: Server, room?: CommonRoom, max = CONNECTIONS_MAX): void {
  if (room === undefined) {
    server.maxConnections = max
    return
  }
  const part = partOf(max, room.processes)
  server.maxConnections = part
  let areAllFull = false
  let isFull = false
  room.onAllFull((now) => {
    areAllFull = now
    server.maxConnections = now ? Number.POSITIVE_INFINITY : part
  })
  /** Those that other workers pass on are not among them. */
  const count = (then: (connections: number) => void) =>
    server.getConnections((_error, connections) => {
      then(connections)
      if (isFull === connections >= part) return
      isFull = connections >= part
      room.tell(isFull)
    })
  server.prependListener('connection', (socket: Socket) => {
    count((connections) => {
      if (areAllFull && connections > part) socket.destroy()
    })
    socket.once('close', () => count(() => undefined))
  })
}
