/** A host name or IP address with an optional port; without userinfo or path, which could point a URL elsewhere. */
const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** The part of Node's IncomingMessage that is needed. */
type RequestLike = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: { readonly localAddress?: string | undefined; readonly localPort?: number | undefined }
}

/**
 * The base URL under which the client reaches this server, from the request's `Host` header: a phone in the local
 * network or a container uses another host name than the server knows. Trusting the header is safe because only its
 * sender reads the response, which is not cached; a `Host` that is not a plain host is ignored.
 */
export function requestBaseUrl({ headers, socket }: RequestLike): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  const host = String(headers['host'] ?? '')
  if (PLAIN_HOST.test(host)) return `${scheme}://${host}`

  const { localAddress = 'localhost', localPort = 80 } = socket
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
