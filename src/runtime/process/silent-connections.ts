import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Timers } from '../../domain/clock.js'
import { type AddressWatch, createAddressLimit, GRACE_MS } from '../../domain/limits/address-limit.js'

type SilenceDeps = { readonly timers: Pick<Timers, 'elapsed'>; readonly watch: AddressWatch }

/**
 * Limits how many silent connections each address has, by dropping the oldest. A connection is silent until it has sent
 * a complete request head, and again while it withholds the body of a request that is answered already.
 */
export function limitSilentConnections(server: Server, deps: SilenceDeps): void {
  const known = new WeakMap<Socket, string>()
  const silent = createAddressLimit<Socket>(
    { name: 'silent', minAgeMs: GRACE_MS, drop: (socket) => void socket.destroy() },
    deps,
  )
  const remove = (socket: Socket) => void silent.remove(socket, known.get(socket) ?? '')

  server.prependListener('connection', (socket: Socket) => {
    // A socket that `returnOtherUpgradesToHttp` returned is not new.
    if (known.has(socket)) return
    const address = socket.remoteAddress ?? ''
    known.set(socket, address)
    silent.add(socket, address)
    socket.once('close', () => remove(socket))
  })
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => remove(socket))
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    remove(socket)
    response.once('close', () => {
      if (!request.complete && !socket.destroyed) silent.add(socket, known.get(socket) ?? '')
    })
  })
}
