import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import { issueIdToken } from '../../../src/contract/accounts.js'
import { createServer, type RunningServer, type ServerOptions } from '../../../src/runtime/create-server.js'
import { createConditionVariable } from '../condition-variable.js'
import { compilers } from './compilers.js'
import { sharedRules } from './rules.js'

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A whole server in this process, on a free port. */
export const createTestServer = (options: ServerOptions = {}): Promise<RunningServer> =>
  createServer(options, { compilers, rules: sharedRules() })

/** When something is taken away again: after the test, or with `afterAll` after all tests of a file. */
type TakesAway = (takeAway: () => void | Promise<void>) => void

/** The same, but silent, and stopped when the test ends. */
export async function startTestServer(
  options: ServerOptions = {},
  atEnd: TakesAway = onTestFinished,
): Promise<RunningServer> {
  const server = await createTestServer({ logLevel: 'silent', ...options })
  atEnd(() => server.stop())
  return server
}

const TOKEN_PATH = issueIdToken.url

/** An ID token of an account of the server; of its first one unless another is named. */
export async function idTokenOf(server: RunningServer, email = server.ready.account.email): Promise<string> {
  const { body } = await rest(server, 'POST', TOKEN_PATH, { email })
  return (body as { idToken: string }).idToken
}

export type Rest = { readonly status: number; readonly body: unknown }

/** Calls the server's REST interface with the first account's key, and with the secret that token requests need. */
export async function rest(
  server: RunningServer,
  method: string,
  path: string,
  body?: object,
): Promise<Rest> {
  const response = await fetch(`${server.ready.baseUrl}${path}`, {
    method,
    headers: {
      'x-api-key': server.ready.apiKey,
      ...(path === TOKEN_PATH && { 'x-parley-local': server.ready.localSecret }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

export type ReceivedPair = readonly [event: string, payload: unknown]

/** A player's socket that notes every event it hears. */
export type Player = {
  readonly heard: ReceivedPair[]
  send(event: string, payload?: object): void
  /** The payload of the next event of that name that fits; an event is handed out once. */
  next<T = unknown>(event: string, fits?: (payload: T) => boolean): Promise<T>
  /** Resolves when the server has closed the connection. */
  sentAway(): Promise<void>
  leave(): Promise<void>
}

export function connectPlayer(
  server: Pick<RunningServer, 'ready'>,
  auth: object,
  atEnd: TakesAway = onTestFinished,
): Player {
  const socket: Socket = io(`${server.ready.baseUrl}/sdk`, {
    auth,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  const heard: ReceivedPair[] = []
  const taken = new Set<ReceivedPair>()
  const { until, wake } = createConditionVariable()
  socket.onAny((event: string, payload: unknown) => {
    heard.push([event, payload])
    wake()
  })
  atEnd(() => void socket.disconnect())

  return {
    heard,
    send: (event, payload = {}) => void socket.emit(event, payload),
    next: async <T>(event: string, fits: (payload: T) => boolean = () => true) => {
      const find = () => heard.find((item) => item[0] === event && !taken.has(item) && fits(item[1] as T))
      let found = find()
      // Of two that wait for the same, one takes it.
      for (; found === undefined; found = find()) await until(() => find() !== undefined)
      taken.add(found)
      return found[1] as T
    },
    sentAway: () =>
      new Promise((resolve) => {
        if (socket.disconnected) resolve()
        else socket.once('disconnect', () => resolve())
      }),
    leave: () =>
      new Promise((resolve) => {
        socket.once('disconnect', () => resolve())
        socket.disconnect()
      }),
  }
}

/** Says something and returns the reply's whole text. */
export async function sendTextAndWait(player: Player, text: string): Promise<string> {
  player.send('text', { text, textOnly: true })
  const final = await player.next<{ text: string; is_final: boolean }>(
    'bot_response',
    ({ is_final }) => is_final,
  )
  return final.text
}
