import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import { NAMESPACE } from '../../src/contract/namespace.js'
import { createConditionVariable } from '../support/condition-variable.js'
import { createContractCheck } from './contract-check.js'
import { sendRawRequest } from './raw-request.js'
import { generateSocket, type SocketInput } from './socket-inputs.js'
import type { OpenTarget } from './target.js'
import { ACCOUNTS, type Account, openWorld, type World } from './world.js'

const PATIENCE_MS = 30_000
const LOG_EVERY = 100

/** Sessions of two accounts side by side: handshakes, events, and single frames. */
export const openSocket: OpenTarget = async (folder) => {
  const world = await openWorld(folder)
  const check = createContractCheck()
  const characters = new Map<string, string>()
  for (const account of world.accounts) characters.set(account.name, await makeCharacter(world, account))
  let count = 0

  const run = async (input: SocketInput): Promise<string[]> => {
    const account = world.accounts.find(({ name }) => name === input.account)
    const other = ACCOUNTS.find((name) => name !== input.account) ?? 'a'
    const filled = (text: string) =>
      text
        .replaceAll('@key', account?.apiKey ?? '')
        .replaceAll('@character', characters.get(input.account) ?? '')
        .replaceAll('@stranger', characters.get(other) ?? '')
    const auth = JSON.parse(filled(input.auth)) as object
    const frames = input.frames.map(filled)
    const talked = frames.length > 0 ? await sendFrames(world, frames) : await talk(world, auth, input.events)
    const text = JSON.stringify(talked.heard)
    const mark = world.accounts.find(({ name }) => name === other)?.mark ?? ''
    const said = talked.heard.flatMap(([name, payload]) => check.event(name, payload))
    count += 1
    return [
      ...talked.problems,
      ...new Set(said),
      ...world.secrets.foundIn(text, 'an event', JSON.stringify([input, auth])),
      ...(text.includes(mark) ? ['shows what another account wrote'] : []),
      ...((await world.isHealthy()) ? [] : ['the server is not healthy any more']),
      ...(count % LOG_EVERY === 0 ? world.secrets.foundIn(await world.logged(), 'the log') : []),
    ]
  }

  return {
    name: 'socket',
    bound: { cpuMs: 2500, cpuMsPerKib: 10, mib: 160, mibPerKib: 0.5 },
    generate: (chance) => {
      const data = generateSocket(chance)
      return {
        target: 'socket',
        what: data.events.map(([name]) => name.slice(0, 30)).join() || 'frames',
        data,
      }
    },
    run: ({ data }) => run(data as SocketInput),
    finish: async () => {
      const problems = world.secrets.foundIn(await world.logged(), 'the log')
      await world.close()
      return problems
    },
  }
}

async function makeCharacter(world: World, { apiKey, mark }: Account): Promise<string> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const body = Buffer.from(JSON.stringify({ persona: { name: mark, background: mark }, appearance: mark }))
  const { json } = await sendRawRequest(world.ready().baseUrl, {
    method: 'POST',
    path: '/api/v1/characters',
    headers,
    body,
  })
  return (json as { id: string }).id
}

type Talked = { readonly heard: (readonly [string, unknown])[]; readonly problems: string[] }

/** A session in which everything is sent at once, and something harmless at the end: that is to be answered. */
async function talk(world: World, auth: object, events: SocketInput['events']): Promise<Talked> {
  const socket = io(`${world.ready().baseUrl}${NAMESPACE}`, {
    auth: isPlain(auth) ? auth : { auth },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  const { until, wake } = createConditionVariable()
  const talked: Talked = { heard: [], problems: [] }
  let isOver = false
  const end = () => {
    isOver = true
    wake()
  }
  socket.on('disconnect', end)
  socket.on('connect_error', end)
  socket.onAny((name: string, payload: unknown) => {
    talked.heard.push([name, payload])
    wake()
  })
  const hears = (fits: (heard: Talked['heard']) => boolean, what: string) =>
    orLate(
      until(() => isOver || fits(talked.heard)),
      what,
      talked,
    )

  await hears(
    (heard) => heard.some(([name]) => name === 'session_info' || name === 'auth_error'),
    'the handshake',
  )
  const isIn = talked.heard.some(([name]) => name === 'session_info')
  if (isIn && !isOver) {
    for (const [name, payload] of events) socket.emit(nameOf(name), JSON.parse(payload))
    socket.emit('stop_voice', {})
    socket.emit('text', { text: 'Are you still there?', textOnly: true })
    await hears((heard) => heard.some(isAnswer), 'a text')
  }
  socket.disconnect()
  return talked
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names that the client's own library keeps for itself. */
const RESERVED = new Set([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
])
const nameOf = (name: string): string => (RESERVED.has(name) ? `${name}_` : name)

const isAnswer = ([name, payload]: readonly [string, unknown]): boolean =>
  name === 'error' || (name === 'bot_response' && (payload as { is_final?: unknown }).is_final === true)

async function orLate(happened: Promise<void>, what: string, { problems }: Talked): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      problems.push(`${what} is not answered`)
      resolve()
    }, PATIENCE_MS)
  })
  await Promise.race([happened, late])
  clearTimeout(timer)
}

/** Frames as somebody sends them who has no library. */
async function sendFrames(world: World, frames: readonly string[]): Promise<Talked> {
  const address = `${world.ready().baseUrl.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address)
  const talked: Talked = { heard: [], problems: [] }
  socket.on('error', () => undefined)
  socket.on('message', (message: Buffer) => void talked.heard.push(...eventsIn(message.toString('utf8'))))
  const opened = new Promise<void>((resolve) => socket.once('open', resolve))
  await orLate(opened, 'the upgrade', talked)
  for (const frame of frames) {
    const bytes = Buffer.from(frame, 'latin1')
    socket.send(bytes, { binary: frame.length % 7 === 0 })
  }
  // What comes after it on another connection is answered when these have been read.
  await world.isHealthy()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.close()
  await orLate(closed, 'the end', talked)
  return talked
}

function eventsIn(frame: string): (readonly [string, unknown])[] {
  const prefix = `42${NAMESPACE},`
  if (!frame.startsWith(prefix)) return []
  const [name, payload] = JSON.parse(frame.slice(prefix.length)) as [string, unknown]
  return [[name, payload]]
}
