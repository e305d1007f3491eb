import { io, type Socket } from 'socket.io-client'
import { createConditionVariable } from '../condition-variable.js'
import type { ServerProcess } from '../servers/store-server.js'
import { createLedger, expectConversation } from './kill-ledger.js'

type TalkingClients = {
  /** Resolves when each has got so many answers since now. */
  untilAllHaveMore(answers: number): Promise<void>
  /** How many are connected to the server. */
  countAt(server: ServerProcess): number
  /** How often one of them has lost its connection. */
  lostCount(): number
  /** From now on those who lose their connection connect to this one. */
  comeTo(server: ServerProcess): void
  /** Resolves when each has got the answer to its last line and has left. */
  stop(): Promise<void>
  /** All that was acknowledged is there, once and in order, whichever of the servers is asked. */
  expectConversations(server: ServerProcess): Promise<void>
}

type Talk = {
  /** What the names of the players begin with. */
  readonly prefix: string
  readonly characterId: string
  readonly servers: readonly ServerProcess[]
}

/** So many clients, each a player of its own who says one line after the other; the servers get equally many. */
export function createTalkingClients(number: number, { prefix, characterId, servers }: Talk): TalkingClients {
  const { wake, until } = createConditionVariable()
  let nextServer: ServerProcess | undefined
  const clients = Array.from({ length: number }, (_, at) => {
    const first = servers[at % servers.length]
    if (first === undefined) throw new Error('there is a server')
    return createClient({ name: `${prefix}-${at}`, characterId, first, next: () => nextServer, wake })
  })
  return {
    async untilAllHaveMore(answers) {
      const enough = clients.map(({ ledger }) => ledger.answered.size + answers)
      await until(() => clients.every(({ ledger }, at) => ledger.answered.size >= (enough[at] ?? 0)))
    },
    countAt: (server) => clients.filter(({ isAt }) => isAt(server)).length,
    lostCount: () => clients.reduce((sum, { lostCount }) => sum + lostCount(), 0),
    comeTo(server) {
      nextServer = server
    },
    async stop() {
      for (const { stop } of clients) stop()
      await until(() => clients.every(({ hasLeft }) => hasLeft()))
    },
    async expectConversations(server) {
      for (const { name, ledger } of clients) await expectConversation(server, characterId, ledger, name)
    },
  }
}

type ClientSettings = {
  readonly name: string
  readonly characterId: string
  readonly first: ServerProcess
  /** Where it goes when it loses its connection. */
  readonly next: () => ServerProcess | undefined
  readonly wake: () => void
}

function createClient({ name, characterId, first, next, wake }: ClientSettings) {
  const ledger = createLedger(name)
  let server: ServerProcess | undefined = first
  let socket: Socket
  let isOver = false
  let lost = 0
  const say = () => {
    const line = `${name} says line ${ledger.said.length}`
    ledger.said.push(line)
    socket.emit('text', { text: line, textOnly: true })
  }
  const goOn = () => {
    const hasLeft = isOver && ledger.answered.has(ledger.said.at(-1) ?? '')
    server = hasLeft ? undefined : next()
    if (server !== undefined) connect(server)
    wake()
  }
  const connect = ({ ready }: ServerProcess) => {
    socket = io(`${ready.baseUrl}/sdk`, {
      auth: { api_key: ready.apiKey, character_id: characterId, player_id: name },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    socket.on('session_info', say)
    socket.on('bot_response', ({ is_final }: { is_final: boolean }) => {
      if (!is_final) return
      ledger.answered.add(ledger.said.at(-1) ?? '')
      wake()
      if (isOver) socket.disconnect()
      else say()
    })
    socket.on('disconnect', (reason) => {
      if (reason !== 'io client disconnect') lost += 1
      goOn()
    })
    socket.on('connect_error', goOn)
  }
  connect(first)
  return {
    ...{ name, ledger },
    isAt: (one: ServerProcess) => server === one && socket.connected,
    hasLeft: () => server === undefined,
    lostCount: () => lost,
    stop: () => {
      isOver = true
    },
  }
}
