import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Once anybody listens for upgrades, Node takes every request that asks for one away from HTTP, and whoever only
 * offered another protocol beside (`h2c`, as some HTTP clients do on every first request) waits in vain. Those outside
 * `path` go back, without the offer: a server may ignore it (RFC 9110, 7.8).
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

/** Node keeps the answer that a connection is waiting for under this name. */
type ServerSocket = Duplex & { readonly _httpMessage?: ServerResponse | null }

/**
 * Calls `proceed` when the requests that came before on this connection are answered. Node puts answers in order within
 * what it takes for one connection; those of the next would never be sent behind one that is still due.
 */
function afterPendingResponses(socket: ServerSocket, proceed: () => void): void {
  const due = socket._httpMessage
  if (socket.destroyed) return
  if (due === undefined || due === null) proceed()
  // The next answer has taken its place by then.
  else due.once('close', () => afterPendingResponses(socket, proceed))
}

/** The start of the request once more, byte for byte but for the offer. */
function requestHeadWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() !== 'upgrade' ? [`${name}: ${rawHeaders[at + 1] ?? ''}`] : [],
  )
  return Buffer.from([`${method} ${url} HTTP/${httpVersion}`, ...lines, '\r\n'].join('\r\n'), 'latin1')
}
