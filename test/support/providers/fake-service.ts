import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type ServerOptions, type Socket } from 'socket.io'
import { onTestFinished } from 'vitest'

export type SeenRequest = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }

type Rest = (request: SeenRequest) => Answer | Promise<Answer>

/** A service that answers REST as it is told and notes what it was asked; gone when the test is over. */
export async function fakeRest(rest: Rest) {
  const requests: SeenRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const request = await read(incoming)
    requests.push(request)
    const { status = 200, headers = {}, body } = await rest(request)
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    outgoing.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
  })
  const baseUrl = await listening(server)
  return { baseUrl, requests, server }
}

/** The same with the real-time door: `play` is the service's side of every socket that joins. */
export async function fakeRealtime(
  play: (socket: Socket) => void,
  rest: Rest = () => ({ status: 404 }),
  options: Partial<ServerOptions> = {},
) {
  const { baseUrl, requests, server } = await fakeRest(rest)
  let isOpen: Promise<void> = Promise.resolve()
  const io = new Server(server, {
    allowRequest: (_, answer) => void isOpen.then(() => answer(null, true)),
    ...options,
  })
  const sockets: Socket[] = []
  io.of('/sdk').on('connection', (socket) => {
    sockets.push(socket)
    play(socket)
  })
  onTestFinished(() => void io.close())
  /** Lets whoever knocks from now on wait for the call that it returns. */
  const close = () => {
    let open = () => {}
    isOpen = new Promise((resolve) => {
      open = resolve
    })
    return () => open()
  }
  return { baseUrl, requests, sockets, io, close }
}

export const welcome = (socket: Socket, additions: object = {}) =>
  socket.emit('session_info', {
    ...additions,
    session_id: `session of ${socket.id}`,
    conversation_id: 'conversation',
    character_id: socket.handshake.auth['character_id'],
    player_id: socket.handshake.auth['player_id'],
  })

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    headers: incoming.headers,
    body: await bodyOf(Buffer.concat(chunks), incoming.headers['content-type'] ?? ''),
  }
}

/** JSON by its value, a form by its fields, nothing as undefined. */
async function bodyOf(bytes: Buffer<ArrayBuffer>, type: string): Promise<unknown> {
  if (bytes.length === 0) return undefined
  if (!type.startsWith('multipart/form-data')) return JSON.parse(bytes.toString())
  return [...(await new Response(bytes, { headers: { 'content-type': type } }).formData())]
}
