import { createConnection } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { isLoopback } from '../server-address/loopback.js'

type Network = {
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>
  /** Whether something accepts connections there. */
  readonly acceptsConnections: (host: string, port: number) => Promise<boolean>
}

const MOST = 8
const ANSWERS_MS = 1000
/** Bridges of containers and virtual machines, which no phone is in. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet)/

/**
 * The link as a phone in the local network can open it; null when only this machine can. A link to this machine gets its
 * address in the network, where the server answers there, too.
 */
export async function phoneUrl(
  link: string,
  { interfaces, acceptsConnections: answers }: Network,
): Promise<string | null> {
  const url = new URL(link)
  if (!isLoopback(link) && url.hostname !== '0.0.0.0') return link
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  for (const host of addressesOf(interfaces).slice(0, MOST)) {
    if (!(await answers(host, port))) continue
    url.hostname = host
    return url.href
  }
  return null
}

const addressesOf = (interfaces: Network['interfaces']): string[] =>
  Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, infos = []]) => infos)
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address)

/** Tries a connection, for a second at most. */
export const acceptsConnections = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: ANSWERS_MS })
    const conclude = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('connect', conclude(true)).on('error', conclude(false)).on('timeout', conclude(false))
  })
