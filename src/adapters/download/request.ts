import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { DocumentFailure } from '../../domain/documents/failure.js'
import type { PrivateHosts } from '../../domain/documents/private-hosts.js'
import { sendHttpRequest } from '../../network/send-request.js'
import { pinnedLookup, type Resolve, resolveAllowedAddresses, serverNameOf } from './addresses.js'
import { connect, type OpenSocket, openSocket, type SocketTarget } from './connect.js'
import type { DownloadDeadline } from './deadline.js'

export type ConnectSettings = {
  readonly resolve: Resolve
  readonly allowed: PrivateHosts
  /** Node's own unless given. */
  readonly open?: OpenSocket | undefined
}

export type RequestHop = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

export type OriginResponse = {
  readonly status: number
  /** The header's first line, as text of UTF-8 if it is. */
  header(name: string): string | undefined
  readonly body: Readable
  close(): void
}

/** How long one of several addresses is tried before the next is tried, too. */
const NEXT_ADDRESS_AFTER_MS = 1000

/**
 * One request at a checked address, over a connection of its own: nothing is shared between documents, nothing is sent
 * a second time, and no proxy is asked, whatever the environment says.
 */
export async function sendRequest(
  asking: ConnectSettings,
  hop: RequestHop,
  deadline: DownloadDeadline,
): Promise<OriginResponse> {
  const connected = deadline.startConnectTimeout()
  try {
    const addresses = await deadline.race(resolveAllowedAddresses(asking, hop.url))
    const connection = connectionTo(hop.url, addresses)
    const socket = await connect(asking.open ?? openSocket, connection, deadline.signal)
    connected()
    return await exchangeOver(socket, hop, deadline)
  } catch (error) {
    throw connectionFailure(error)
  } finally {
    connected()
  }
}

function connectionTo(url: URL, addresses: readonly string[]): SocketTarget {
  const isSecure = url.protocol === 'https:'
  return {
    isSecure,
    options: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port === '' ? { 'http:': 80, 'https:': 443 }[url.protocol] : url.port),
      lookup: pinnedLookup(addresses),
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
      ...(isSecure && {
        ...serverNameOf(url),
        ALPNProtocols: ['http/1.1'],
        // Said here so that no environment variable says otherwise.
        rejectUnauthorized: true,
      }),
    },
  }
}

async function exchangeOver(
  socket: Socket,
  { url, headers }: RequestHop,
  { signal }: DownloadDeadline,
): Promise<OriginResponse> {
  try {
    // It may have broken in the moment since it was made; a request over it would then never hear of that.
    if (socket.destroyed) throw new Error('The connection broke as soon as it was made')
    const received = await sendHttpRequest({
      isSecure: false, // the socket does what is to be done for TLS
      options: {
        method: 'GET',
        host: url.hostname,
        path: url.pathname + url.search,
        headers: {
          host: url.host,
          accept: '*/*',
          'user-agent': 'parley',
          ...lowerCased(headers),
          'accept-encoding': 'identity',
        },
        createConnection: () => socket,
      },
      signal,
    })
    return toOriginResponse(received, socket)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

const toOriginResponse = (received: IncomingMessage, socket: Socket): OriginResponse => ({
  status: received.statusCode ?? 0,
  header: (name) => asText(received.headersDistinct[name]?.[0]),
  body: received,
  close: () => {
    received.destroy()
    socket.destroy()
  },
})

/** Codes of a request that could not be built. */
const IMPOSSIBLE: ReadonlySet<unknown> = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_UNESCAPED_CHARACTERS',
])

/** What anything becomes that goes wrong on a connection, unless we asked for the impossible: that is a bug. */
export function connectionFailure(cause: unknown): unknown {
  if (cause instanceof DocumentFailure) return cause
  if (cause instanceof Error && 'code' in cause && IMPOSSIBLE.has(cause.code)) return cause
  return new DocumentFailure('fetch_connection_error', 'The connection to the origin failed', { cause })
}

const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Headers are read as Latin-1; names and paths beyond ASCII are sent as UTF-8 by most. */
function asText(line: string | undefined): string | undefined {
  if (line === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'))
  } catch {
    return line
  }
}
