import { createServer } from 'node:http'
import { Server } from 'socket.io'
import type { Pair } from '../../src/domain/conversations/ports.js'
import { openStore } from '../../src/store/open.js'
import type { Store } from '../../src/store/store.js'
import { KEY } from '../support/sessions/given-sessions.js'
import { sampleUtterance } from '../support/speech/sample-utterances.js'
import { aConversation, aMemory, aMessage, created } from '../support/stores/store-records.js'
import { listen, serveSessions } from './session-server.js'

// Forked by turns.bench.ts: with a folder and the players it serves sessions on a durable store, without it bare echoes.
// Any message is answered with the processor time used so far, in milliseconds.

/** A player as they are when the server begins. */
export type PastPlayer = { readonly id: string; readonly messages: number; readonly memories: number }

export type Served = { readonly key: string; readonly url: string }

const [folder, players = '[]'] = process.argv.slice(2)
const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }

const url = folder === undefined ? await serveEchoes() : await serveTurns(folder)
process.send?.({ key: KEY, url } satisfies Served)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
process.once('disconnect', () => process.exit())

function serveEchoes(): Promise<string> {
  const server = createServer()
  new Server(server).on('connection', (socket) => socket.on('text', (said) => socket.emit('text', said)))
  return listen(server)
}

async function serveTurns(path: string): Promise<string> {
  const store = await openStore({ folder: path, log, clock: { now: () => new Date() } })
  const served = await serveSessions(store)
  // Made by the benchmark.
  for (const player of JSON.parse(players) as PastPlayer[]) await live(store, player)
  return `${served}/sdk`
}

async function live(store: Store, { id, messages, memories }: PastPlayer): Promise<void> {
  const pair: Pair = { characterId: 'c1', playerId: id }
  await store.conversations.findOrCreate(aConversation({ id: `conversation of ${id}`, ...pair }))
  const said = Array.from({ length: messages }, (_, at) =>
    store.conversations.append(
      `conversation of ${id}`,
      aMessage({ role: at % 2 === 0 ? 'user' : 'assistant', content: sampleUtterance(at) }),
    ),
  )
  await Promise.all(said)
  await store.conversations.markExtracted(`conversation of ${id}`)
  const known = Array.from({ length: memories }, (_, at) =>
    aMemory({ id: `${id} ${at}`, agentId: 'c1', playerId: id, content: sampleUtterance(at), slot: null }),
  )
  await store.memories.change(pair, [], created(...known))
}
