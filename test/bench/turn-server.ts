import { type FileHandle, open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Server } from 'socket.io'
import type { Pair } from '../../src/domain/conversations/ports.js'
import { changeMemories } from '../../src/domain/memories/changes/change-memories.js'
import type { LanguageModel } from '../../src/domain/turns/ports.js'
import { createTurnTraces } from '../../src/domain/turns/traces.js'
import { createInMemoryStore } from '../../src/store/in-memory-store.js'
import { openStore } from '../../src/store/open.js'
import type { Store } from '../../src/store/store.js'
import { heapInUse } from '../support/measure/heap.js'
import { sampleMemory } from '../support/memories/sample-memories.js'
import { KEY } from '../support/sessions/given-sessions.js'
import { sampleUtterance } from '../support/speech/sample-utterances.js'
import { aConversation, aMemory, aMessage, created } from '../support/stores/store-records.js'
import { median } from './bench.js'
import { countCalls } from './count-calls.js'
import { profileFunctions } from './profile-functions.js'
import { listen, serveSessions } from './session-server.js'

// Forked by turn.bench.ts as one of four servers, each in a process of its own, so that their processor time and memory
// can be told apart: `durable FOLDER PLAYERS`, `durable FOLDER PLAYERS fixed-reply` (without the work of the built-in
// model), `memory PLAYERS` (records that are never written) and `echo FOLDER`.

/** A player as they are when the server begins. */
export type PastPlayer = {
  readonly id: string
  readonly messages: number
  readonly memories: number
  /** The memories are few sentences again and again, in the words of the questions, which more of them match. */
  readonly isRepetitive?: boolean
}

export type Served = { readonly key: string; readonly url: string }

/** What a server is asked between the turns. */
export type Question =
  | { readonly ask: 'processor time' }
  | { readonly ask: 'heap' }
  | { readonly ask: 'resident memory' }
  | { readonly ask: 'stages' }
  | { readonly ask: 'start counting' }
  | { readonly ask: 'calls' }
  | { readonly ask: 'start profiling' }
  | { readonly ask: 'functions' }

/** As many turns as one round of a benchmark has, or fewer. */
const NEWEST_TRACES = 70

const [kind = '', ...words] = process.argv.slice(2)
const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }
const calls = countCalls()
const functions = profileFunctions()
const traces = createTurnTraces({ clock: { now: () => new Date() } })

const url = await serve()
process.send?.({ key: KEY, url } satisfies Served)
process.on('message', async (question: Question) => process.send?.((await answer(question)) ?? null))
process.once('disconnect', () => process.exit())

function serve(): Promise<string> {
  if (kind === 'echo') return serveEchoes(words[0] ?? '')
  const [folder, players, model] = kind === 'durable' ? words : [undefined, ...words]
  return serveTurns(folder, {
    players: JSON.parse(players ?? '[]') as PastPlayer[],
    model: model === 'fixed-reply' ? FIXED_REPLY : undefined,
  })
}

/** Milliseconds, bytes, or counts. */
function answer({ ask }: Question): unknown {
  switch (ask) {
    case 'processor time': {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
    case 'heap':
      return heapInUse()
    case 'resident memory':
      heapInUse()
      return process.memoryUsage.rss()
    case 'stages':
      return stageTimes()
    case 'start counting':
      return calls.start()
    case 'calls':
      return calls.stop()
    case 'start profiling':
      return functions.start()
    case 'functions':
      return functions.stop()
  }
}

/** The median of each time that the newest traces have, in milliseconds. */
function stageTimes(): Readonly<Record<string, number>> {
  const taken = new Map<string, number[]>()
  for (const { times } of traces.list(NEWEST_TRACES)) {
    for (const [stage, ms] of Object.entries(times)) taken.set(stage, [...(taken.get(stage) ?? []), ms])
  }
  return Object.fromEntries([...taken].map(([stage, times]) => [stage, median(times)]))
}

/** Texts are sent back as they come; `durable_text` only after a line is synced to the disk. */
async function serveEchoes(folder: string): Promise<string> {
  const file: FileHandle = await open(join(folder, 'echoes'), 'a')
  const server = createServer()
  new Server(server).on('connection', (socket) => {
    socket.on('text', (payload) => socket.emit('echo', payload))
    socket.on('durable_text', async (payload) => {
      await file.write(`${JSON.stringify(payload)}\n`)
      await file.datasync()
      socket.emit('echo', payload)
    })
  })
  return listen(server)
}

/** Says the same whatever it is asked: what is left of a turn's cost is the engine's. */
const FIXED_REPLY: LanguageModel = {
  async *reply() {
    yield { type: 'text', text: 'I keep the light, and I listen to the sea.' }
  },
}

type TurnsToServe = { readonly players: readonly PastPlayer[]; readonly model: LanguageModel | undefined }

async function serveTurns(folder: string | undefined, { players, model }: TurnsToServe): Promise<string> {
  const clock = { now: () => new Date() }
  const store = folder === undefined ? createInMemoryStore() : await openStore({ folder, log, clock })
  const served = await serveSessions(
    calls.counted(store),
    model === undefined ? { traces } : { traces, model },
  )
  for (const player of players) await addPast(store, player)
  return `${served}/sdk`
}

/** What a player has said and what is remembered of them; the character exists by now. */
async function addPast(
  store: Store,
  { id, messages, memories, isRepetitive = false }: PastPlayer,
): Promise<void> {
  const pair: Pair = { characterId: 'c1', playerId: id }
  const conversationId = `conversation of ${id}`
  await store.conversations.findOrCreate(aConversation({ id: conversationId, ...pair }))
  await Promise.all(
    Array.from({ length: messages }, (_, at) =>
      store.conversations.append(
        conversationId,
        aMessage({ role: at % 2 === 0 ? 'user' : 'assistant', content: sampleUtterance(at) }),
      ),
    ),
  )
  await store.conversations.markExtracted(conversationId)
  const known = Array.from({ length: memories }, (_, at) =>
    aMemory({
      ...{ id: `${id} ${at}`, agentId: 'c1', playerId: id, slot: null },
      content: isRepetitive ? sampleUtterance(at) : sampleMemory(at),
    }),
  )
  if (known.length > 0) await changeMemories(store, { pair }, created(...known))
}
