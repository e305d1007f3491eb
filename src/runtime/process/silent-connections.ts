import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CONNECTIONS_MAX, SILENT_CONNECTIONS_PER_ADDRESS } from '../../contract/limits.js'
import type { Timers } from '../../domain/clock.js'

/** Thousands that connect at once and are about to ask are no attack. */
const GRACE_MS = 3000
/** Clients whose requests wait to be read are not silent. */
const PENDING_INPUT_MS = 50
/** Beyond these the oldest is dropped without grace. */
const MAX_IN_GRACE = 4096

type ClientAddress = {
  /** Since when each has been silent, the oldest first. */
  readonly silent: Map<Socket, number>
  isWatched: boolean
}

type ConnectionTimers = Pick<Timers, 'after' | 'afterInput' | 'elapsed'>

/**
 * Holds the connections of each address that have sent no whole request head, or that hold back the body of a request
 * which is answered, to their limit, at the cost of the oldest. Those that ask are never dropped.
 */
export function limitSilentConnections(server: Server, timers: ConnectionTimers): void {
  const addresses = new Map<string, ClientAddress>()
  const known = new WeakMap<Socket, string>()
  server.maxConnections = CONNECTIONS_MAX

  const add = (socket: Socket, name: string) => {
    const address = addresses.get(name) ?? { silent: new Map(), isWatched: false }
    addresses.set(name, address)
    address.silent.set(socket, timers.elapsed())
    dropOldest(address.silent, { max: MAX_IN_GRACE, since: Number.POSITIVE_INFINITY })
    if (address.silent.size > SILENT_CONNECTIONS_PER_ADDRESS && !address.isWatched) watch(address)
  }
  const remove = (socket: Socket) => {
    const name = known.get(socket) ?? ''
    const address = addresses.get(name)
    if (address?.silent.delete(socket) && address.silent.size === 0) addresses.delete(name)
  }
  const watch = (address: ClientAddress) => {
    address.isWatched = true
    timers.after(GRACE_MS, () =>
      timers.afterInput(PENDING_INPUT_MS, () => {
        address.isWatched = false
        dropOldest(address.silent, {
          max: SILENT_CONNECTIONS_PER_ADDRESS,
          since: timers.elapsed() - GRACE_MS,
        })
        if (address.silent.size > SILENT_CONNECTIONS_PER_ADDRESS) watch(address)
      }),
    )
  }

  server.prependListener('connection', (socket: Socket) => {
    // One that comes back from an upgrade is not new.
    if (known.has(socket)) return
    known.set(socket, socket.remoteAddress ?? '')
    add(socket, socket.remoteAddress ?? '')
    socket.once('close', () => remove(socket))
  })
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => remove(socket))
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    remove(socket)
    response.once('close', () => {
      if (!request.complete && !socket.destroyed) add(socket, known.get(socket) ?? '')
    })
  })
}

type Bound = { readonly max: number; readonly since: number }

/** Drops the oldest of those silent since then or earlier until no more than `max` are left. */
function dropOldest(silent: Map<Socket, number>, { max, since }: Bound): void {
  for (const [socket, silentSince] of silent) {
    if (silent.size <= max || silentSince > since) return
    silent.delete(socket)
    socket.destroy()
  }
}
