import { UNAUTHENTICATED_CONNECTIONS_PER_ADDRESS } from '../contract/limits.js'
import type { Timers } from '../domain/clock.js'
import { type EngineConnection, terminateConnection } from './engine-io.js'

/** The connections that have not authenticated yet. */
export interface UnauthenticatedConnections {
  add(connection: EngineConnection): void
  /** Because it has authenticated, or is closed. */
  remove(connection: EngineConnection, because: 'authenticated' | 'closed'): void
}

/**
 * Thousands that open at once and are about to authenticate are no attack: the excess is dropped only when none of that
 * address has authenticated for so long.
 */
const GRACE_MS = 3000
/** Clients whose packets wait to be read are not late. */
const PENDING_INPUT_MS = 50
/** Beyond these the oldest is dropped without grace. */
const MAX_IN_GRACE = 4096

type ClientAddress = {
  /** The oldest first. */
  readonly connections: Set<EngineConnection>
  isProgressing: boolean
  isWatched: boolean
}

/** Holds the unauthenticated connections of each address to their limit, at the cost of the oldest. */
export function limitUnauthenticatedConnections(
  timers: Pick<Timers, 'after' | 'afterInput'>,
): UnauthenticatedConnections {
  const addresses = new Map<string, ClientAddress>()

  const reduce = ({ connections }: ClientAddress, max: number) => {
    for (const oldest of connections) {
      if (connections.size <= max) return
      // Its end is told later for some transports.
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
        else reduce(address, UNAUTHENTICATED_CONNECTIONS_PER_ADDRESS)
      })
    })
  }
  return {
    add: (connection) => {
      const name = connection.remoteAddress ?? ''
      const address = addresses.get(name) ?? newAddress()
      addresses.set(name, address)
      address.connections.add(connection)
      reduce(address, MAX_IN_GRACE)
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
