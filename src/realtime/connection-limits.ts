import type { Timers } from '../domain/clock.js'
import { type AddressWatch, createAddressLimit } from '../domain/limits/address-limit.js'
import { type EngineConnection, terminateConnection } from './engine-io.js'
import { limitTraffic, type TrafficLimits } from './traffic-limits.js'

/** The limits of one client's connection. */
export interface ConnectionLimits extends Pick<TrafficLimits, 'waitForDrain'> {
  /** Applies the contract's limits, once a session is open. */
  applySessionLimits(): void
  /** Applies the limits of unauthenticated clients again, after the session has ended. */
  applyUnauthenticatedLimits(): void
}

/** Applies limits to every connection from the moment it is accepted. */
export function createConnectionLimits(deps: {
  readonly timers: Pick<Timers, 'elapsed'>
  readonly watch: AddressWatch
}) {
  const unauthenticated = createAddressLimit<EngineConnection>(
    { name: 'unauthenticated', minAgeMs: 0, drop: terminateConnection },
    deps,
  )
  const connections = new WeakMap<EngineConnection, ConnectionLimits>()

  const accept = (connection: EngineConnection): ConnectionLimits => {
    const { setAuthenticated, waitForDrain } = limitTraffic(connection)
    const address = connection.remoteAddress ?? ''
    unauthenticated.add(connection, address)
    connection.on('close', () => unauthenticated.remove(connection, address))
    return {
      waitForDrain,
      applySessionLimits: () => {
        setAuthenticated(true)
        if (unauthenticated.remove(connection, address)) unauthenticated.progress(address)
      },
      applyUnauthenticatedLimits: () => {
        if (connection.readyState !== 'open') return
        setAuthenticated(false)
        unauthenticated.add(connection, address)
      },
    }
  }
  return {
    accept: (connection: EngineConnection) => void connections.set(connection, accept(connection)),
    of: (connection: EngineConnection): ConnectionLimits => {
      const limits = connections.get(connection)
      if (limits === undefined) throw new Error('The connection of this socket was never accepted')
      return limits
    },
  }
}
