import type { Readable } from 'node:stream'
import type { buildConnector } from 'undici'
import { DocumentFailure } from '../../domain/documents/failure.js'
import type { PrivateHosts } from '../../domain/documents/private-hosts.js'
import { checkedAddresses, pinTo, type Resolve, serverNameOf } from './addresses.js'
import { connectOnce } from './connect-once.js'
import type { Deadline } from './deadline.js'

/** Makes what opens connections; a test passes one that reaches nothing but its own servers. */
export type MakeConnector = (options: buildConnector.BuildOptions) => buildConnector.connector

export type Asking = {
  readonly resolve: Resolve
  readonly allowed: PrivateHosts
  /** Undici's own unless given. */
  readonly makeConnector: MakeConnector | undefined
}

export type Hop = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

export type Answer = {
  readonly status: number
  /** The header's first line, as text of UTF-8 if it is. */
  header(name: string): string | undefined
  readonly body: Readable
  close(): Promise<void>
}

/** How long one of several addresses is tried before the next is tried, too. */
const NEXT_ADDRESS_AFTER_MS = 1000

/**
 * One request at a checked address, over a connection of its own: nothing is shared between documents. No proxy is ever
 * asked, whatever the environment says: undici's clients know none.
 */
export async function ask(asking: Asking, { url, headers }: Hop, deadline: Deadline): Promise<Answer> {
  const connected = deadline.connecting()
  try {
    const addresses = await deadline.race(checkedAddresses(asking, url))
    const { Client, buildConnector } = await import('undici')
    const connect = (asking.makeConnector ?? buildConnector)({
      lookup: pinTo(addresses),
      ...serverNameOf(url),
      // Said here so that no environment variable says otherwise.
      rejectUnauthorized: true,
      timeout: 0,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    })
    const client = new Client(url.origin, {
      connect: connectOnce(connect, deadline.signal, connected),
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    return await send(client, { url, headers }, deadline)
  } finally {
    connected()
  }
}

type Client = InstanceType<typeof import('undici').Client>

async function send(client: Client, { url, headers }: Hop, { signal }: Deadline): Promise<Answer> {
  try {
    const {
      statusCode,
      headers: received,
      body,
    } = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: {
        accept: '*/*',
        'user-agent': 'parley',
        ...lowerCased(headers),
        'accept-encoding': 'identity',
      },
      reset: true,
      signal,
    })
    // A reset before anybody reads is told when somebody does.
    body.on('error', () => {})
    return {
      status: statusCode,
      header: (name) => asText([received[name] ?? []].flat()[0]),
      body,
      close: () => client.destroy(),
    }
  } catch (error) {
    await client.destroy()
    throw connectionFailure(error)
  }
}

/** What anything becomes that goes wrong on a connection, unless we asked for the impossible: that is a bug. */
export function connectionFailure(cause: unknown): unknown {
  if (cause instanceof DocumentFailure) return cause
  if (cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_INVALID_ARG') return cause
  return new DocumentFailure('fetch_connection_error', 'The connection to the origin failed', { cause })
}

const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Undici reads headers as Latin-1; names and paths beyond ASCII are sent as UTF-8 by most. */
function asText(line: string | undefined): string | undefined {
  if (line === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'))
  } catch {
    return line
  }
}
