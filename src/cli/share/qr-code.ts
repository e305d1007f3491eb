import { createConnection } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { wrapText } from '../output/table.js'
import { isLoopback } from '../server-address/base-url.js'

/** The address by which a phone in this network opens a link; null if only this machine can, or if it is no address. */
export const findPhoneLink = async (link: string): Promise<string | null> =>
  URL.canParse(link) ? phoneUrl(link, { interfaces: networkInterfaces(), acceptsConnections }) : null

type LinkAudience = {
  /** The link as it was made. */
  readonly link: string
  /** As a phone opens it; see `findPhoneLink`. */
  readonly phoneLink: string | null
}

/** The note below a share link at a terminal: its QR code for a phone, or the reason why there is none. */
export async function qrCodeNote(audience: LinkAudience, width: number): Promise<string> {
  const { link, phoneLink } = audience
  const notes = reachNotes(audience).flatMap((note) => wrapText(note, width))
  if (phoneLink !== null) return [await renderQrCode(phoneLink), ...notes].join('\n')
  if (!URL.canParse(link)) return wrapText(`No QR code: ${link} is not a valid address.`, width).join('\n')
  const [reason = ''] = reachNotes(audience)
  return wrapText(`No QR code: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`, width).join('\n')
}

/** Says who can open a link, where that is less than it seems; empty when nothing is to be said. */
export function reachNotes({ link, phoneLink }: LinkAudience): string[] {
  if (!URL.canParse(link)) return []
  if (phoneLink === null) {
    const { hostname } = new URL(link)
    return [`Only this machine can open ${hostname}. Start the server with --host 0.0.0.0.`]
  }
  const isPlain = phoneLink !== link && new URL(phoneLink).protocol === 'http:'
  return isPlain
    ? [
        'Phones in this network can open it, to write and to listen: browsers give a microphone to https alone.',
      ]
    : []
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
