import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { bodyOf } from '../http/request-body.js'

export type SpeechQuestion = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

type Answer = (response: ServerResponse, question: SpeechQuestion) => void | Promise<void>

/** The server's end of a WebSocket. */
export type StreamLine = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  say(message: object | string): void
  close(): void
  /** Breaks the connection without a word. */
  cut(): void
}

type Streaming = {
  readonly opened?: (line: StreamLine) => void
  readonly binary?: (line: StreamLine, data: Buffer) => void
  readonly text?: (line: StreamLine, text: string) => void
}

export type SpeechServer = {
  readonly url: string
  readonly asked: readonly SpeechQuestion[]
  close(): Promise<void>
}

/** A provider of speech on 127.0.0.1: OpenAI's audio API over HTTP, and a stream of recognition over a WebSocket. */
export async function startSpeechServer(answer: Answer, streaming: Streaming = {}): Promise<SpeechServer> {
  const asked: SpeechQuestion[] = []
  const sockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (body === undefined) return
    const question = { path: request.url ?? '', headers: request.headers, body }
    asked.push(question)
    await answer(response, question)
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.on('upgrade', (request, socket: Socket) => {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    serve(socket, { path: request.url ?? '', headers: request.headers }, streaming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function serve(socket: Socket, about: Pick<StreamLine, 'path' | 'headers'>, streaming: Streaming): void {
  const line: StreamLine = {
    ...about,
    say: (message) => socket.write(frame(1, typeof message === 'string' ? message : JSON.stringify(message))),
    close: () => socket.end(frame(8, '')),
    cut: () => socket.destroy(),
  }
  let held: Buffer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (data) => {
    held = Buffer.concat([held, data])
    for (let next = readFrame(held); next !== undefined; next = readFrame(held)) {
      held = held.subarray(next.length)
      if (next.opcode === 1) streaming.text?.(line, next.payload.toString())
      if (next.opcode === 2) streaming.binary?.(line, next.payload)
      if (next.opcode === 8) socket.end(frame(8, ''))
    }
  })
  streaming.opened?.(line)
}

function frame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text)
  const header =
    payload.length < 126
      ? Buffer.of(0x80 | opcode, payload.length)
      : Buffer.of(0x80 | opcode, 126, payload.length >> 8, payload.length & 255)
  return Buffer.concat([header, payload])
}

/** A client's frame, which is masked; undefined while it is not whole. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = (bytes[1] ?? 0) & 127
  const header = { 126: 4, 127: 10 }[short] ?? 2
  if (bytes.length < header + 4) return undefined
  const size = sizeOf(bytes, short)
  const length = header + 4 + size
  if (bytes.length < length) return undefined
  const mask = bytes.subarray(header, header + 4)
  const payload = Buffer.from(
    bytes.subarray(header + 4, length).map((byte, at) => byte ^ (mask[at % 4] ?? 0)),
  )
  return { opcode: (bytes[0] ?? 0) & 15, payload, length }
}

function sizeOf(bytes: Buffer, short: number): number {
  if (short === 127) return Number(bytes.readBigUInt64BE(2))
  return short === 126 ? bytes.readUInt16BE(2) : short
}
