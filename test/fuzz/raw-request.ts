import { type OutgoingHttpHeaders, request } from 'node:http'

export type RawRequest = {
  readonly method: string
  readonly path: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: Buffer
}
export type RawResponse = {
  /** 0: the connection ended before an answer. */
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** Undefined: the answer is no JSON. */
  readonly json: unknown
}

/** Sends exactly this, which a client that means well would not. */
export function sendRawRequest(
  baseUrl: string,
  { method, path, headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const { hostname, port } = new URL(baseUrl)
    const length = body === undefined ? {} : { 'content-length': body.length }
    const sent = request(
      { hostname, port, method, path, agent: false, headers: { ...length, ...headers } },
      (answer) => {
        isAnswered = true
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        const end = () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: parsedJson(text) })
        }
        answer.on('end', end)
        answer.on('error', end)
        answer.on('close', end)
      },
    )
    // The server has ended the connection, or Node's client says that what it received is no HTTP.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error)
      else resolve({ status: 0, headers: {}, text: String(error.code), json: undefined })
    })
    // An answer that has begun ends by itself, maybe after its connection.
    sent.on('close', () => {
      if (!isAnswered) resolve({ status: 0, headers: {}, text: 'closed', json: undefined })
    })
    sent.end(body)
  })
}

/** Undefined: no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
