import { UNAUTHENTICATED_CONNECTIONS_PER_ADDRESS } from '../contract/limits.js'
import type { Timers } from '../domain/clock.js'
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
export function createConnectionLimits(timers: Pick<Timers, 'after' | 'afterInput'>) {
  const unauthenticated = limitUnauthenticatedConnections(timers)
  const connections = new WeakMap<EngineConnection, ConnectionLimits>()

  const accept = (connection: EngineConnection): ConnectionLimits => {
    const { setAuthenticated, waitForDrain } = limitTraffic(connection)
    unauthenticated.add(connection)
    connection.on('close', () => unauthenticated.remove(connection, 'closed'))
    return {
      waitForDrain,
      applySessionLimits: () => {
        setAuthenticated(true)
        unauthenticated.remove(connection, 'authenticated')
      },
      applyUnauthenticatedLimits: () => {
        if (connection.readyState !== 'open') return
        setAuthenticated(false)
        unauthenticated.add(connection)
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

interface UnauthenticatedConnections {
  add(connection: EngineConnection): void
  remove(connection: EngineConnection, because: 'authenticated' | 'closed'): void
}

/**
 * Thousands of clients that connect at once and are about to authenticate are no attack: the excess is dropped only if
 * no connection of the address has authenticated for this long.
 */
const GRACE_MS = 3000
/** Time to read packets that have already arrived, before their clients count as late. */
const PENDING_INPUT_MS = 50
/** Beyond this number, the oldest connection of an address is dropped without grace. */
const MAX_IN_GRACE = 4096

type ClientAddress = {
  /** In order of arrival. */
  readonly connections: Set<EngineConnection>
  /** Whether a connection has authenticated since the grace period began. */
  isProgressing: boolean
  /** Whether a grace period is running. */
  isWatched: boolean
}

/** Limits how many unauthenticated connections each address has, by dropping the oldest. */
function limitUnauthenticatedConnections(
  timers: Pick<Timers, 'after' | 'afterInput'>,
): UnauthenticatedConnections {
  const addresses = new Map<string, ClientAddress>()

  const dropOldest = ({ connections }: ClientAddress, max: number) => {
    for (const oldest of connections) {
      if (connections.size <= max) return
      // Some transports emit `close` later.
      connections.delete(oldest)
      terminateConnection(oldest)
    }
  }
  const watch = (address: ClientAddress) => {
    address.isWatched = true
    address.isProgressing = false
    timers.after(GRACE_MS, () => {
      timers.afterInput(PENDING_INPUT_MS, () => {
        address.isWatched = false
        if (address.connections.size <= UNAUTHENTICATED_CONNECTIONS_PER_ADDRESS) return
        if (address.isProgressing) watch(address)
        else dropOldest(address, UNAUTHENTICATED_CONNECTIONS_PER_ADDRESS)
      })
    })
  }
  return {
    add: (connection) => {
      const name = connection.remoteAddress ?? ''
      const address = addresses.get(name) ?? newAddress()
      addresses.set(name, address)
      address.connections.add(connection)
      dropOldest(address, MAX_IN_GRACE)
      if (address.connections.size > UNAUTHENTICATED_CONNECTIONS_PER_ADDRESS && !address.isWatched)
        watch(address)
    },
    remove: (connection, because) => {
      const name = connection.remoteAddress ?? ''
      const address = addresses.get(name)
      if (address === undefined) return
      address.connections.delete(connection)
      if (because === 'authenticated') address.isProgressing = true
      if (address.connections.size === 0 && !address.isWatched) addresses.delete(name)
    },
  }
}

const newAddress = (): ClientAddress => ({ connections: new Set(), isProgressing: false, isWatched: false })
