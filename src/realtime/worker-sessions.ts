import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'

/** Where one of several workers is found by the others. */
export type WorkerAddress = {
  /** No other worker of this run has had it. */
  readonly id: number
  /** Holds a socket of each worker; only this user can open it. */
  readonly folder: string
}

const PATH = '/socket.io/'
/** What Engine.IO makes: 20 characters of base64url, 96 bits of which are random. */
const RANDOM_CHARACTERS = 20
const WORKER_ID = /^[1-9]\d{0,8}$/

/** Has the ids of Engine.IO's sessions end with the id of their worker. */
export const withWorkerId =
  (generate: (request: IncomingMessage) => string | PromiseLike<string>, { id }: WorkerAddress) =>
  async (request: IncomingMessage): Promise<string> =>
    `${await generate(request)}${id}`

/** The worker that a request to Engine.IO names; undefined: any can answer it. */
function workerOf({ url = '' }: IncomingMessage): number | undefined {
  if (!url.startsWith(PATH)) return undefined
  // Engine.IO takes the last one, too.
  const sid = new URL(url, 'http://worker').searchParams.getAll('sid').at(-1) ?? ''
  const id = sid.slice(RANDOM_CHARACTERS)
  return WORKER_ID.test(id) ? Number(id) : undefined
}

const socketPath = (folder: string, id: number): string => join(folder, `${id}.sock`)

type Listener = (...args: unknown[]) => void

/**
 * Passes requests of long polling, and the upgrade to a WebSocket that follows it, on to the worker that has their session.
 * A session whose worker is gone is answered here, as Engine.IO answers for one that it does not know, so that its client
 * connects anew. Called when all listeners of the server are there, before it listens.
 */
export function forwardSessions(server: Server, { id: own, folder }: WorkerAddress): void {
  const wrap = (event: 'request' | 'upgrade', forward: typeof forwardRequest | typeof forwardUpgrade) => {
    const listeners = server.listeners(event) as Listener[]
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
      const answer = () => {
        for (const listener of listeners) listener.call(server, request, ...rest)
      }
      const worker = workerOf(request)
      if (worker === undefined || worker === own) return answer()
      ;(forward as Listener)({ request, path: socketPath(folder, worker), orElse: answer }, ...rest)
    })
  }
  wrap('request', forwardRequest)
  wrap('upgrade', forwardUpgrade)
}

type Forwarded = {
  readonly request: IncomingMessage
  readonly path: string
  /** Called when the worker is gone. */
  readonly orElse: () => void
}

function forwardRequest({ request, path, orElse }: Forwarded, response: ServerResponse): void {
  const onward = httpRequest({
    socketPath: path,
    method: request.method,
    path: request.url,
    headers: onwardHeaders(request),
    // A connection each: one that is kept might be closed at its other end just now.
    agent: false,
  })
  let isAnswered = false
  response.once('close', () => onward.destroy())
  onward.once('response', (answer) => {
    isAnswered = true
    // A body that is too large is answered before it has ended; whoever sends it may go on with the connection.
    if (!request.complete) request.unpipe(onward).resume()
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEndHeaders(answer))
    pipeline(answer, response, () => undefined)
  })
  onward.on('error', () => {
    request.unpipe(onward)
    if (isAnswered) response.destroy()
    else if (!response.destroyed) orElse()
  })
  sendBody(request, onward)
}

function sendBody(request: IncomingMessage, onward: ClientRequest): void {
  request.pipe(onward)
  // A client that leaves in the middle of its body must not seem to have ended it.
  request.once('close', () => {
    if (!request.complete) onward.destroy()
  })
}

/** Of one connection, not of the message (RFC 9110, 7.6.1); Node writes its own. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'])
const FRAMING = new Set([...HOP_BY_HOP, 'transfer-encoding', 'expect'])

function endToEndHeaders({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_text, at) => !FRAMING.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()))
}

/** Of a connection that is to end with its answer the other worker would read nothing after it, and the answer could get lost. */
const KEPT = ['Connection', 'keep-alive']

function onwardHeaders(request: IncomingMessage): string[] {
  const isChunked = request.headers['transfer-encoding'] !== undefined
  return [...endToEndHeaders(request), ...KEPT, ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])]
}

/** From here on bytes go both ways, whatever they are. */
function forwardUpgrade({ request, path, orElse }: Forwarded, client: Socket, head: Buffer): void {
  const onward = connect(path)
  client.on('error', () => onward.destroy())
  onward.once('error', () => {
    if (onward.bytesRead > 0 || client.destroyed) client.destroy()
    else orElse()
  })
  onward.once('connect', () => {
    onward.removeAllListeners('error')
    onward.write(Buffer.concat([requestHead(request), head]))
    pipeline(client, onward, () => undefined)
    pipeline(onward, client, () => undefined)
  })
}

/** The head of the request, as it came. */
function requestHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1] ?? ''}`] : [],
  )
  return Buffer.from([`${method} ${url} HTTP/${httpVersion}`, ...lines, '\r\n'].join('\r\n'), 'latin1')
}

/** Takes what other workers pass on, as if it had come to the server itself. Resolves with how to end this. */
export async function listenToWorkers(
  server: Server,
  { id, folder }: WorkerAddress,
): Promise<() => Promise<void>> {
  const inner: NetServer = createServer((socket) => void server.emit('connection', socket))
  await new Promise<void>((resolve, reject) => {
    inner.once('error', reject)
    // In this process: the primary has no part in it.
    inner.listen({ path: socketPath(folder, id), exclusive: true }, resolve)
  })
  return async () => void inner.close()
}
