import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf } from '../http/request-body.js'

/** What a language model's client asked. */
export type ModelRequest = {
  readonly path: string
  /** The client's, which names its connection. */
  readonly port: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
}

/** How one question is answered. */
export type ModelAnswer = (line: ModelResponse, question: ModelRequest) => void | Promise<void>

/** The server's end of one question. */
export type ModelResponse = {
  /** Sends bytes of an event stream as they are. */
  send(text: string): void
  end(): void
  /** Breaks the connection without ending the answer. */
  cut(): void
  refuse(status: number, body: unknown, headers?: Record<string, string>): void
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>
}

export type ModelServer = {
  readonly url: string
  /** The questions so far. */
  readonly asked: readonly ModelRequest[]
  /** The paths of GET requests: a question for the list of models is answered apart. */
  readonly listed: readonly string[]
  /** The lines so far, in the order of the questions. */
  readonly lines: readonly ModelResponse[]
  close(): Promise<void>
}

const NO_LIST: ModelAnswer = (line) => line.refuse(404, { error: { message: 'not found' } })

/**
 * A provider of language models on 127.0.0.1 that gives these answers, one a question, the last one again and again; to
 * GET requests it gives its list of models.
 */
export async function startModelServer(
  answers: readonly ModelAnswer[],
  list: ModelAnswer = NO_LIST,
): Promise<ModelServer> {
  const asked: ModelRequest[] = []
  const listed: string[] = []
  const lines: ModelResponse[] = []
  const server = createServer(async (request, response) => {
    const sent = await bodyOf(request)
    if (sent === undefined) return
    const isQuestion = request.method !== 'GET'
    const body = (isQuestion ? JSON.parse(sent.toString()) : {}) as Record<string, unknown>
    const question = {
      path: request.url ?? '',
      port: request.socket.remotePort,
      headers: request.headers,
      body,
    }
    const line = openResponse(response)
    if (!isQuestion) {
      listed.push(question.path)
      await list(line, question)
      return
    }
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push(question)
    lines.push(line)
    await answer?.(line, question)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ asked, listed, lines },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function openResponse(response: ServerResponse): ModelResponse {
  const open = () => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  }
  return {
    send: (text) => {
      open()
      response.write(text)
    },
    end: () => {
      open()
      response.end()
    },
    cut: () => response.destroy(),
    refuse: (status, body, headers = {}) => {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    },
    closed: new Promise((resolve) => response.once('close', resolve)),
  }
}

/** Sends the events, then ends the answer. */
export const answerWith =
  (...events: readonly string[]): ModelAnswer =>
  (line) => {
    for (const event of events) line.send(event)
    line.end()
  }

/** Sends the events, then nothing more until the client goes. */
export const stallAfter =
  (...events: readonly string[]): ModelAnswer =>
  (line) => {
    for (const event of events) line.send(event)
  }

export const refuseWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): ModelAnswer =>
  (line) =>
    line.refuse(status, body, headers)
