import { expect, onTestFinished, test } from 'vitest'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import { createTurnTraces } from '../../../src/domain/turns/traces.js'
import { createTurnClock } from '../../../src/domain/turns/turn-clock.js'
import { forgetRemovedTraces } from '../../../src/runtime/services/turn-traces.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { aCharacter, aConversation, aMemory, created } from '../../support/stores/store-records.js'

const PAIR = { characterId: 'c1', playerId: 'ada' }
const OTHERS = [
  { characterId: 'c1', playerId: 'bob' },
  { characterId: 'c2', playerId: 'ada' },
]

async function given() {
  const store = createInMemoryStore()
  onTestFinished(store.close)
  for (const id of ['c1', 'c2']) await store.characters.insert(aCharacter({ id }))
  const memory = aMemory({ id: 'm1', agentId: 'c1', playerId: 'ada' })
  await changeMemories(store, { pair: PAIR }, created(memory))
  await store.conversations.findOrCreate(aConversation({ id: 'talk', ...PAIR }))
  const clock = { now: () => new Date(0) }
  const traces = createTurnTraces({ clock })
  const turnClock = createTurnClock({ clock, timers: { elapsed: () => 0 } })
  for (const pair of [PAIR, ...OTHERS]) {
    const turn = {
      id: `${pair.characterId}/${pair.playerId}`,
      input: { kind: 'typed' as const, text: 'Hi' },
      pair,
      clock: turnClock,
    }
    traces.begin(turn, new AbortController().signal).end()
  }
  const left = () => traces.list(9).map(({ messageId }) => messageId)
  forgetRemovedTraces(store, traces)
  return { ...store, left }
}

test('a memory that is erased, all of them, or the conversation take the traces of the player along', async () => {
  for (const erase of ['erase', 'eraseAll', 'remove'] as const) {
    const { memories, conversations, left } = await given()
    if (erase === 'erase') expect(await memories.erase(PAIR, 'm1')).toBe(true)
    if (erase === 'eraseAll') expect(await memories.eraseAll(PAIR)).toBe(1)
    if (erase === 'remove') expect(await conversations.remove(PAIR)).toBe(true)
    expect(left()).toEqual(['c2/ada', 'c1/bob'])
  }
})

test('all memories of a player of whom none is left take the traces along, too', async () => {
  const { memories, left } = await given()
  await memories.erase(PAIR, 'm1')
  await memories.eraseAll(PAIR)
  expect(left()).toEqual(['c2/ada', 'c1/bob'])
})

test('a character takes all traces of its turns along', async () => {
  const { characters, left } = await given()
  expect(await characters.remove('c1')).toBe(true)
  expect(left()).toEqual(['c2/ada'])
})
