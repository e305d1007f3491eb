import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { createConditionVariable } from '../condition-variable.js'

export const TEXT = 1
export const CLOSE = 8
export const BINARY = 2

/** A WebSocket (RFC 6455) of which every byte can be chosen: what client libraries do not let one send. */
export async function openByteSocket(port: number, query = 'EIO=4&transport=websocket') {
  const socket = connect(port, '127.0.0.1')
  const frames: string[] = []
  const { until, wake } = createConditionVariable()
  let closeCode: number | undefined
  let isEnded = false
  let unread = Buffer.alloc(0)

  const upgraded = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes])
      const end = unread.indexOf('\r\n\r\n')
      if (frames.length === 0 && unread.subarray(0, 5).toString() === 'HTTP/' && end > 0) {
        unread = unread.subarray(end + 4)
        resolve()
      }
      for (let frame = readFrame(unread); frame !== undefined; frame = readFrame(unread)) {
        unread = unread.subarray(frame.size)
        if (frame.opcode === CLOSE) {
          closeCode = frame.payload.length > 1 ? frame.payload.readUInt16BE(0) : 1005
          socket.end(writeFrame(CLOSE, frame.payload))
        } else if (frame.opcode === BINARY) frames.push('<binary>')
        else frames.push(frame.payload.toString())
      }
      wake()
    })
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isEnded = true
    wake()
  })
  socket.write(
    [
      `GET /socket.io/?${query} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  )
  await upgraded

  const sendBytes = (opcode: number, payload: Buffer) => socket.write(writeFrame(opcode, payload))
  return {
    frames,
    sendBytes,
    send: (text: string) => void sendBytes(TEXT, Buffer.from(text)),
    /** Resolves with the first frame that begins so, once it is there. */
    frame: async (start: string): Promise<string> => {
      await until(() => frames.some((frame) => frame.startsWith(start)))
      return frames.find((frame) => frame.startsWith(start)) ?? ''
    },
    until,
    closed: async (): Promise<number | undefined> => {
      await until(() => isEnded)
      return closeCode
    },
    isEnded: () => isEnded,
    destroy: () => socket.destroy(),
    /** Reads nothing more. */
    pause: () => socket.pause(),
    /** Resolves when the system has taken all of it, or the connection is gone. */
    sendAll: (texts: readonly string[]): Promise<void> =>
      new Promise((resolve) => {
        const frames = texts.map((text) => writeFrame(TEXT, Buffer.from(text)))
        socket.write(Buffer.concat(frames), () => resolve())
      }),
  }
}

function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | undefined {
  const [first = 0, second = 0] = bytes
  if (bytes.length < 2) return undefined
  const short = second & 0x7f
  const header = 2 + (short === 126 ? 2 : 0) + (short === 127 ? 8 : 0)
  if (bytes.length < header) return undefined
  const wide = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  const length = short === 126 ? bytes.readUInt16BE(2) : wide
  if (bytes.length < header + length) return undefined
  return { opcode: first & 0xf, payload: bytes.subarray(header, header + length), size: header + length }
}

function writeFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4)
  const length = Buffer.alloc(9)
  length[0] = 127 | 0x80
  length.writeBigUInt64BE(BigInt(payload.length), 1)
  const small = Buffer.from([payload.length | 0x80])
  const masked = Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)))
  return Buffer.concat([Buffer.from([0x80 | opcode]), payload.length < 126 ? small : length, mask, masked])
}
