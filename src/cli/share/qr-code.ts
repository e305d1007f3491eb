import { createConnection } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { wrapText } from '../output/table.js'
import { isLoopback } from '../server-address/base-url.js'

/** What stands under a share's link at a terminal: its QR code, with an address that a phone can open; or why not. */
export async function qrCodeNote(link: string, width: number): Promise<string> {
  if (!URL.canParse(link)) return wrapText(`No QR code: ${link} is no address.`, width).join('\n')
  const address = await phoneUrl(link, {
    interfaces: networkInterfaces(),
    acceptsConnections: acceptsConnections,
  })
  if (address === null) {
    const { hostname } = new URL(link)
    const reason = `No QR code: only this machine can open ${hostname}. Start the server with --host 0.0.0.0.`
    return wrapText(reason, width).join('\n')
  }
  const code = await renderQrCode(address)
  return address === link ? code : `${code}\nFor a phone in this network: ${address}`
}

/** A QR code (ISO/IEC 18004) of the text for a terminal: two rows of it a line, with its quiet zone around. */
export async function renderQrCode(text: string): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr')
  return renderUnicodeCompact(text, { border: 2, ecc: 'M' })
}

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
