import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CONNECTIONS_MAX, SILENT_CONNECTIONS_PER_ADDRESS } from '../../contract/limits.js'
import type { Timers } from '../../domain/clock.js'

/** Thousands of clients that connect at once and are about to send a request are no attack. */
const GRACE_MS = 3000
/** Time to read requests that have already arrived, before their clients count as silent. */
const PENDING_INPUT_MS = 50
/** Beyond this number, the oldest connection of an address is dropped without grace. */
const MAX_IN_GRACE = 4096

type ClientAddress = {
  /** When each became silent (`Timers.elapsed`), the longest silent first. */
  readonly silent: Map<Socket, number>
  /** Whether a grace period is running. */
  isWatched: boolean
}

type ConnectionTimers = Pick<Timers, 'after' | 'afterInput' | 'elapsed'>

/**
 * Limits how many silent connections each address has, by dropping the oldest. A connection is silent until it has sent
 * a complete request head, and again while it withholds the body of a request that is answered already.
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
    // A socket that `returnOtherUpgradesToHttp` returned is not new.
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

type DropLimit = { readonly max: number; readonly since: number }

/** Drops the oldest connections, among those silent since `since` or earlier, until at most `max` are left. */
function dropOldest(silent: Map<Socket, number>, { max, since }: DropLimit): void {
  for (const [socket, silentSince] of silent) {
    if (silent.size <= max || silentSince > since) return
    silent.delete(socket)
    socket.destroy()
  }
}
