import type { IncomingMessage, Server } from 'node:http'

/**
 * Once anybody listens for upgrades, Node takes every request that asks for one away from HTTP, and whoever only
 * offered another protocol beside (`h2c`, as some HTTP clients do on every first request) waits in vain. Those outside
 * `path` go back, without the offer: a server may ignore it (RFC 9110, 7.8).
 */
export function returnOtherUpgrades(server: Server, path: string): void {
  server.on('upgrade', (request: IncomingMessage, socket, head: Buffer) => {
    if (request.url?.startsWith(path) === true) return
    socket.unshift(Buffer.concat([headWithoutOffer(request), head]))
    server.emit('connection', socket)
  })
}

/** The start of the request once more, byte for byte but for the offer. */
function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() !== 'upgrade' ? [`${name}: ${rawHeaders[at + 1] ?? ''}`] : [],
  )
  return Buffer.from([`${method} ${url} HTTP/${httpVersion}`, ...lines, '\r\n'].join('\r\n'), 'latin1')
}
