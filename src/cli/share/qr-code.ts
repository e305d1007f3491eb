import { createConnection } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { wrapText } from '../output/table.js'
import { isLoopback } from '../server-address/base-url.js'

/** The note below a share link: its QR code, with an address that a phone can open, or the reason why there is none. */
export async function qrCodeNote(link: string, width: number): Promise<string> {
  if (!URL.canParse(link)) return wrapText(`No QR code: ${link} is not a valid address.`, width).join('\n')
  const address = await phoneUrl(link, {
    interfaces: networkInterfaces(),
    acceptsConnections,
  })
  if (address === null) {
    const { hostname } = new URL(link)
    const reason = `No QR code: only this machine can open ${hostname}. Start the server with --host 0.0.0.0.`
    return wrapText(reason, width).join('\n')
  }
  const code = await renderQrCode(address)
  return address === link ? code : `${code}\nFor a phone in this network: ${address}`
}

/** A QR code (ISO/IEC 18004) for a terminal, two rows of modules per line, with its quiet zone. */
export async function renderQrCode(text: string): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr')
  return renderUnicodeCompact(text, { border: 2, ecc: 'M' })
}

type Network = {
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>
  /** Whether a server accepts connections at that address. */
  readonly acceptsConnections: (host: string, port: number) => Promise<boolean>
}

const MAX_ADDRESSES = 8
const CONNECT_TIMEOUT_MS = 1000
/** Bridges of containers and virtual machines, which a phone cannot reach. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet)/

/**
 * The link as a phone in the local network can open it; null if only this machine can. In a link to this machine the host
 * is replaced by a network address of the machine at which the server answers, too.
 */
export async function phoneUrl(
  link: string,
  { interfaces, acceptsConnections }: Network,
): Promise<string | null> {
  const url = new URL(link)
  if (!isLoopback(link) && url.hostname !== '0.0.0.0') return link
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  for (const host of addressesOf(interfaces).slice(0, MAX_ADDRESSES)) {
    if (!(await acceptsConnections(host, port))) continue
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

/** Whether a server accepts a connection within a second. */
export const acceptsConnections = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: CONNECT_TIMEOUT_MS })
    const settle = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('connect', settle(true)).on('error', settle(false)).on('timeout', settle(false))
  })
