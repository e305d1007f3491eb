/** A name or an address and perhaps a port: nothing that could lead an address elsewhere. */
const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** As Node has a request, and so everything that is built on it. */
type RequestLike = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: { readonly localAddress?: string | undefined; readonly localPort?: number | undefined }
}

/**
 * The address under which the client reaches this server: as it has just done, by the `Host` it asked. A phone in the
 * local network or a container knows the server by another name than the server does. Nobody but the one who sent
 * the header reads the answer, which no cache keeps; a header that is no plain host counts for nothing.
 */
export function requestBaseUrl({ headers, socket }: RequestLike): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  const host = String(headers['host'] ?? '')
  if (PLAIN_HOST.test(host)) return `${scheme}://${host}`

  const { localAddress = 'localhost', localPort = 80 } = socket
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
