import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

/** Sends bytes that no HTTP library would. */
export async function openRaw(app: FastifyInstance) {
  if (app.server.listening === false) await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  const { port } = address

  /** A connection of its own, closed with the test at the latest. */
  const open = (): Socket => {
    const socket = connect(port, '127.0.0.1')
    // Hung up on is what many of these connections ask for.
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    return socket
  }

  /** Everything that comes back until the server hangs up, or has answered `answers` times. */
  const exchange = (bytes: string | Buffer, answers = Number.POSITIVE_INFINITY): Promise<Answer[]> =>
    new Promise((resolve) => {
      const socket = open()
      let received = ''
      const finish = () => {
        socket.destroy()
        resolve(answersIn(received))
      }
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        if (answersIn(received).length >= answers) finish()
      })
      socket.on('close', finish)
      socket.write(bytes)
    })

  return { port, open, exchange }
}

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

/** The complete answers at the start of what was received. */
function answersIn(received: string): Answer[] {
  const [head, ...more] = received.split('\r\n\r\n')
  if (head === undefined || more.length === 0) return []
  const rest = more.join('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]))
  const length = Number(headers.get('content-length') ?? 0)
  if (rest.length < length) return []
  const text = rest.slice(0, length)
  const answer = { status: Number(first.split(' ')[1]), headers, body: text === '' ? null : JSON.parse(text) }
  return [answer, ...answersIn(rest.slice(length))]
}
