import type { Pair } from '../../../src/domain/conversations/ports.js'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import { toMemoryWrite } from '../../../src/domain/memories/changes/record-changes.js'
import { moveToLayer } from '../../../src/domain/memories/decay/forgetting-curve.js'
import type { MemoryRecord } from '../../../src/domain/memories/record.js'
import type { Store } from '../../../src/store/store.js'
import { aCharacter, aConversation, aMemory, aMessage, at, created } from './store-records.js'

export const DATA_FOLDER_PAIR: Pair = { characterId: 'character-1', playerId: 'player-1' }
const DAY = 86_400

type Use = (memoryIds: readonly string[], at: string) => Promise<void>

/**
 * A life of memories: two are core facts of which one superseded the other, one is edited and used before and after,
 * some are promoted by their use, one is demoted by time, one erased. With it fixtures/data-folders was made, and
 * what opens from there is compared with what it makes today.
 */
export async function fillDataFolder(store: Store, use: Use): Promise<void> {
  const { characters, conversations, memories } = store
  await characters.insert(aCharacter())
  await conversations.findOrCreate(aConversation())
  const home = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }
  const all = [
    aMemory({ id: 'home', content: 'Lives in Lyon', slot: home }),
    aMemory({ id: 'tea' }),
    aMemory({ id: 'bees', content: 'Keeps bees', importance: 0.9 }),
    aMemory({ id: 'mate', content: 'Drinks mate', memoryLayer: 'ltm' }),
    aMemory({ id: 'lost', content: 'Lost a key' }),
  ]
  await changeMemories(store, { pair: DATA_FOLDER_PAIR }, created(...all))
  await say(store, 'What do I drink?', ['tea', 'mate'], 10)
  await use(['tea', 'bees', 'lost'], at(11))
  await change(store, 'tea', (memory) => ({ ...memory, content: 'Likes green tea' }))
  await store.compactNow()

  await say(store, 'And now?', ['tea', 'home'], DAY)
  await use(['tea', 'home', 'mate', 'lost'], at(DAY))
  await memories.erase(DATA_FOLDER_PAIR, 'lost')
  await change(store, 'home', (memory) => ({ ...memory, status: 'superseded' }))
  await use(['home', 'mate'], at(DAY + 60))
  await change(store, 'mate', (memory) => moveToLayer(memory, 'stm'))
  await use(['mate', 'tea'], at(3 * DAY))
}

async function say(store: Store, content: string, memoryIds: readonly string[], second: number) {
  let block = 'notes'
  const given = memoryIds.map((id) => {
    const start = block.length + 1
    block += `\n${id}`
    return { kind: 'memory' as const, id, start, end: block.length }
  })
  const timestamp = at(second)
  await store.conversations.append('conversation-1', aMessage({ content, timestamp }), { block, given })
  const reply = aMessage({ role: 'assistant', content: `You asked: ${content}`, timestamp })
  await store.conversations.append('conversation-1', reply)
}

const change = (store: Store, id: string, edit: (memory: MemoryRecord) => MemoryRecord) =>
  changeMemories(store, { pair: DATA_FOLDER_PAIR, ids: [id] }, ({ memories: found, facts }) => {
    const steps = [...found.values()].map((before) => ({
      ...{ before, after: edit(before), kind: 'edited' as const, actor: 'manual' as const, reason: null },
    }))
    return toMemoryWrite(steps, { ids: { uuid: () => `fact of ${id}` }, now: new Date(at(2 * DAY)), facts })
  })
