import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Once a server has an `upgrade` listener, Node no longer handles requests with an Upgrade header as HTTP, so clients
 * that merely offer another protocol (some offer `h2c` on every first request) would never get a response. Requests
 * outside `path` are returned to HTTP without the header, which a server may ignore (RFC 9110, 7.8).
 */
export function returnOtherUpgradesToHttp(server: Server, path: string): void {
  server.on('upgrade', (request: IncomingMessage, socket, head: Buffer) => {
    if (request.url?.startsWith(path) === true) return
    afterPendingResponses(socket, () => {
      socket.unshift(Buffer.concat([requestHeadWithoutUpgrade(request), head]))
      server.emit('connection', socket)
    })
  })
}

/** Node's internal name of the response in progress on a connection. */
type ServerSocket = Duplex & { readonly _httpMessage?: ServerResponse | null }

/**
 * Calls `proceed` once all earlier requests on this connection are answered. Node takes the returned socket for a new
 * connection, whose responses would never be sent while one of the old connection is pending.
 */
function afterPendingResponses(socket: ServerSocket, proceed: () => void): void {
  const pending = socket._httpMessage
  if (socket.destroyed) return
  if (pending === undefined || pending === null) proceed()
  // By then the next pipelined response has taken its place.
  else pending.once('close', () => afterPendingResponses(socket, proceed))
}

/** The request head, byte for byte, without the Upgrade header. */
function requestHeadWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() !== 'upgrade' ? [`${name}: ${rawHeaders[at + 1] ?? ''}`] : [],
  )
  return Buffer.from([`${method} ${url} HTTP/${httpVersion}`, ...lines, '\r\n'].join('\r\n'), 'latin1')
}
