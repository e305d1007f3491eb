import { OUTBOUND_BUFFER_BYTES, UNAUTHENTICATED_OUTBOUND_BUFFER_BYTES } from '../contract/limits.js'
import type { Timers } from '../domain/clock.js'
import type { EngineConnection } from './engine-io.js'
import { limitInbound } from './inbound-limits.js'
import { limitOutbound, type OutboundBuffer } from './outbound-buffer.js'
import { limitUnauthenticatedConnections } from './unauthenticated-connections.js'

/** The limits of one client's connection. */
export interface ConnectionLimits extends OutboundBuffer {
  /** A session begins, with the limits of the contract. */
  applySessionLimits(): void
  /** The session has ended; whoever stays connected is unauthenticated again. */
  applyUnauthenticatedLimits(): void
}

/** Gives every connection its limits. */
export function createConnectionLimits(timers: Pick<Timers, 'after' | 'afterInput'>) {
  const unauthenticated = limitUnauthenticatedConnections(timers)
  const connections = new WeakMap<EngineConnection, ConnectionLimits>()

  const accept = (connection: EngineConnection): ConnectionLimits => {
    let isAuthenticated = false
    const inbound = limitInbound(connection)
    const outbound = limitOutbound(connection, () =>
      isAuthenticated ? OUTBOUND_BUFFER_BYTES : UNAUTHENTICATED_OUTBOUND_BUFFER_BYTES,
    )
    unauthenticated.add(connection)
    connection.on('close', () => unauthenticated.remove(connection, 'closed'))
    const setAuthenticated = (is: boolean) => {
      isAuthenticated = is
      inbound.setAuthenticated(is)
    }
    return {
      ...outbound,
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
      const known = connections.get(connection)
      if (known === undefined) throw new Error('A socket came before its connection')
      return known
    },
  }
}
