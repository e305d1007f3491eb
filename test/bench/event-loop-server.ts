import type { CharacterRecord } from '../../src/domain/characters/record.js'
import { changeMemories } from '../../src/domain/memories/changes/change-memories.js'
import { createServer } from '../../src/runtime/create-server.js'
import { findPackage } from '../../src/runtime/process/package-root.js'
import { openStore } from '../../src/store/open.js'
import type { Store } from '../../src/store/store.js'
import { FULL_CHARACTER_ID, populatedSettings } from '../support/servers/populated-server.js'
import { sampleUtterance } from '../support/speech/sample-utterances.js'
import { aMemory, aMessage, created } from '../support/stores/store-records.js'

// Forked by loop.bench.ts with a folder and how large the world is: the populated world of the tests, where the first
// player of one character has said and is remembered much, and the account has many characters. Then a whole server on
// it, which is watched from one message to the next: what it answers is the longest time in milliseconds for which
// nothing else could run.

export type LargeWorld = {
  readonly characters: number
  readonly messages: number
  readonly memories: number
  readonly players: number
}

const PAIR = { characterId: FULL_CHARACTER_ID, playerId: 'ada' }

const [folder = '', size = '{}'] = process.argv.slice(2)
const settings = {
  ...populatedSettings(new URL('test/support/servers/populated.yaml', (await findPackage()).root)),
  dataDir: folder,
  limits: 'off',
} as const

const first = await createServer(settings)
await first.stop()
const quiet = () => undefined
const store = await openStore({
  clock: { now: () => new Date() },
  folder,
  log: { debug: quiet, info: quiet, warn: quiet, error: console.error },
})
// Written by the benchmark.
await enlarge(store, JSON.parse(size) as LargeWorld)
await store.close()

const { ready } = await createServer(settings)
let watch: ReturnType<typeof watchLoop> | undefined
process.on('message', (word) => {
  if (word === 'watch') watch = watchLoop()
  process.send?.(word === 'watch' ? 0 : (watch?.stop() ?? 0))
})
process.once('disconnect', () => process.exit())
process.send?.(ready)

async function enlarge(to: Store, { characters, messages, memories, players }: LargeWorld): Promise<void> {
  const character = await to.characters.find(FULL_CHARACTER_ID)
  const conversation = await to.conversations.find(PAIR)
  if (character === undefined || conversation === undefined) throw new Error('the world is not there')
  await Promise.all(
    Array.from({ length: characters }, (_, at) => to.characters.insert(another(character, at))),
  )
  await Promise.all(
    Array.from({ length: players }, (_, at) =>
      to.conversations.findOrCreate({ ...conversation, id: `conversation ${at}`, playerId: `player ${at}` }),
    ),
  )
  const said = Array.from({ length: messages }, (_, at) =>
    to.conversations.append(
      conversation.id,
      aMessage({ role: at % 2 === 0 ? 'user' : 'assistant', content: sampleUtterance(at) }),
    ),
  )
  await Promise.all(said)
  await to.conversations.markExtracted(conversation.id)
  const known = Array.from({ length: memories }, (_, at) =>
    aMemory({
      id: `memory ${at}`,
      agentId: FULL_CHARACTER_ID,
      playerId: PAIR.playerId,
      content: `${at} ${sampleUtterance(at)}`,
      entities: [{ name: `Name ${at % 97}`, entityType: 'person' }],
    }),
  )
  await changeMemories(to, { pair: PAIR }, created(...known))
}

function another(character: CharacterRecord, at: number): CharacterRecord {
  return { ...character, id: `another-${at}`, name: `Character ${at}`, is_public: false }
}

/**
 * Looks at the clock in every turn of the event loop. A machine that is busy with something else holds the process up
 * without its doing, and other threads of the process take processor time without holding anything up: of the two the
 * smaller counts.
 */
function watchLoop() {
  let longest = 0
  let isOver = false
  let before = now()
  const look = () => {
    const after = now()
    longest = Math.max(longest, Math.min(after.wall - before.wall, after.processor - before.processor))
    before = after
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  return {
    stop: () => {
      isOver = true
      look()
      return longest
    },
  }
}

function now() {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), processor: (user + system) / 1000 }
}
