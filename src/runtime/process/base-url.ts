import type { AddressInfo, Server } from 'node:net'

/** Addresses that mean "all of this machine", and the one a client on it uses instead. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Where clients on this machine reach a server that listens. */
export function baseUrlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo // a server that listens on TCP has no other kind of address
  const name = ANY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${name}:${port}`
}
