import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A raw node:http server that sends the same bytes to everybody: the body it was started with.

const [body = ''] = process.argv.slice(2)
const headers = {
  'x-request-id': 'abcdefgh-1a2b',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
}
const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
