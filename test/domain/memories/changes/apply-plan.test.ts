import { expect, test } from 'vitest'
import { applyMemoryPlan } from '../../../../src/domain/memories/changes/apply-plan.js'
import type { MemoryPlan } from '../../../../src/domain/memories/changes/memory-plan.js'
import { replayMemoryEvents } from '../../../../src/domain/memories/history.js'
import { undoSupersession } from '../../../../src/domain/memories/undo.js'
import { createInMemoryStore } from '../../../../src/store/in-memory-store.js'
import { livesIn } from '../../../support/memories/memory-candidates.js'
import { aCharacter, at } from '../../../support/stores/store-records.js'

const pair = { characterId: 'character-1', playerId: 'player-1' }
const owner = { userId: 'account-1', pair }

async function given() {
  const store = createInMemoryStore()
  await store.characters.insert(aCharacter())
  let second = 0
  const given: string[] = []
  const clock = { now: () => new Date(at(second)) }
  const ids = { uuid: () => `id${given.push('')}` }
  const deps = { ...store, clock, ids }
  const read = async (status: 'active' | 'superseded' | 'quarantined') => {
    const query = { pair, status, memoryType: null, limit: 50, offset: 0 }
    return (await store.memories.list(query)).memories
  }
  return {
    deps,
    read,
    memories: store.memories,
    wait: (seconds: number) => {
      second += seconds
    },
    apply: async (...plan: MemoryPlan) => (await applyMemoryPlan(deps, owner, plan)).memories,
    facts: async () =>
      (await store.memories.coreFacts(pair)).map(({ factKey, factValue }) => `${factKey}: ${factValue}`),
    undo: async (id: string, dryRun = false) => {
      const caller = { accountId: 'account-1', playerId: null }
      const undone = await undoSupersession(deps, caller, {
        pair,
        id,
        dryRun,
      })
      return undone.memory
    },
    kinds: async () => (await store.memories.events(pair)).map(({ kind }) => kind),
  }
}

const oneOf = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('there is none')
  return first
}

test('what is added knows where it comes from, and a one-valued slot is a core fact', async () => {
  const { apply, facts } = await given()
  const [memory] = await apply({ step: 'add', candidate: livesIn('Lyon') })
  expect(memory).toMatchObject({
    content: 'Lives in Lyon',
    source: 'text_chat',
    status: 'active',
    memoryLayer: 'stm',
    sourceQuote: 'I live in Lyon',
    sourceConversationId: 'conversation-1',
    sourceMessageTimestamp: at(0),
    extractedAt: at(0),
  })
  expect(await facts()).toEqual(['home: Lyon'])
})

test('what is important begins long-term', async () => {
  const { apply } = await given()
  expect(await apply({ step: 'add', candidate: livesIn('Lyon', { importance: 0.8 }) })).toMatchObject([
    { memoryLayer: 'ltm' },
  ])
})

test('what is superseded keeps its text, its link and its reason, and the core fact follows', async () => {
  const { apply, read, facts } = await given()
  const old = oneOf(await apply({ step: 'add', candidate: livesIn('Lyon') }))
  const reason = 'same slot'
  const made = oneOf(await apply({ step: 'supersede', memoryId: old.id, candidate: livesIn('Nice'), reason }))
  expect(await read('superseded')).toMatchObject([
    { id: old.id, content: 'Lives in Lyon', supersededBy: made.id, reason },
  ])
  expect(await read('active')).toMatchObject([{ id: made.id, supersedes: old.id }])
  expect(await facts()).toEqual(['home: Nice'])
})

test('a supersession can be undone, and the undoing as well', async () => {
  const { apply, read, facts, undo } = await given()
  const old = oneOf(await apply({ step: 'add', candidate: livesIn('Lyon') }))
  const made = oneOf(
    await apply({ step: 'supersede', memoryId: old.id, candidate: livesIn('Nice'), reason: 'slot' }),
  )
  expect(await undo(old.id)).toMatchObject({ id: old.id, status: 'active' })
  expect(await read('active')).toMatchObject([{ id: old.id, supersededBy: null, reason: null }])
  expect(await read('superseded')).toMatchObject([{ id: made.id, supersededBy: old.id }])
  expect(await facts()).toEqual(['home: Lyon'])
  await undo(made.id)
  expect(await facts()).toEqual(['home: Nice'])
  await expect(undo(made.id)).rejects.toMatchObject({ kind: 'conflict' })
})

test('of several supersessions the last one is undone first', async () => {
  const { apply, undo } = await given()
  const first = oneOf(await apply({ step: 'add', candidate: livesIn('Lyon') }))
  const next = async (memoryId: string, value: string) =>
    oneOf(await apply({ step: 'supersede', memoryId, candidate: livesIn(value), reason: 'slot' }))
  const second = await next(first.id, 'Nice')
  await next(second.id, 'Metz')
  await expect(undo(first.id)).rejects.toMatchObject({ kind: 'conflict' })
  expect(await undo(second.id)).toMatchObject({ status: 'active' })
})

test('what superseded is erased, and the older one can still be brought back', async () => {
  const { apply, undo, memories, facts } = await given()
  const old = oneOf(await apply({ step: 'add', candidate: livesIn('Lyon') }))
  const made = oneOf(
    await apply({ step: 'supersede', memoryId: old.id, candidate: livesIn('Nice'), reason: 'slot' }),
  )
  await memories.erase(pair, made.id)
  expect(await facts()).toEqual([])
  await undo(old.id)
  expect(await facts()).toEqual(['home: Lyon'])
})

test('what is said again keeps its text, is stronger and long-term, and its history has the words', async () => {
  const { apply, memories, read, kinds, wait } = await given()
  const old = oneOf(await apply({ step: 'add', candidate: livesIn('Lyon') }))
  wait(86_400)
  const evidence = { ...livesIn('Lyon'), quote: 'Still in Lyon' }
  await apply({ step: 'restate', memoryId: old.id, evidence })
  expect(await read('active')).toMatchObject([
    { content: 'Lives in Lyon', sourceQuote: 'I live in Lyon', memoryLayer: 'ltm', lastUsedAt: at(86_400) },
  ])
  expect(await kinds()).toEqual(['created', 'restated', 'promoted'])
  expect(await memories.events(pair)).toMatchObject([{}, { quote: 'Still in Lyon' }, { quote: null }])
})

test('a correction deletes nothing; what is quarantined is apart, and no core fact', async () => {
  const { apply, read, facts } = await given()
  await apply(
    { step: 'add', candidate: livesIn('Lyon') },
    { step: 'correct', candidate: livesIn('Nice', { slot: null }) },
    { step: 'quarantine', candidate: livesIn('Metz'), reason: 'not grounded' },
  )
  expect((await read('active')).map(({ memoryType }) => memoryType).sort()).toEqual(['correction', 'fact'])
  expect(await read('quarantined')).toMatchObject([{ content: 'Lives in Metz', reason: 'not grounded' }])
  expect(await facts()).toEqual(['home: Lyon'])
})

test('what would supersede a memory that is gone is stored as new', async () => {
  const { apply, read } = await given()
  await apply({ step: 'supersede', memoryId: 'none', candidate: livesIn('Nice'), reason: 'slot' })
  expect(await read('active')).toMatchObject([{ content: 'Lives in Nice', supersedes: null }])
})

test('a later step sees what an earlier one of the plan did', async () => {
  const { apply, read } = await given()
  const old = oneOf(await apply({ step: 'add', candidate: livesIn('Lyon') }))
  await apply(
    { step: 'supersede', memoryId: old.id, candidate: livesIn('Nice'), reason: 'slot' },
    { step: 'restate', memoryId: old.id, evidence: livesIn('Lyon') },
  )
  expect(await read('active')).toMatchObject([{ content: 'Lives in Nice' }])
})

test('the state at any time is made from what was recorded', async () => {
  const { apply, memories, wait, read } = await given()
  const old = oneOf(await apply({ step: 'add', candidate: livesIn('Lyon') }))
  wait(10)
  await apply({ step: 'supersede', memoryId: old.id, candidate: livesIn('Nice'), reason: 'slot' })
  const events = await memories.events(pair)
  expect(replayMemoryEvents(events, new Date(at(-1)))).toEqual([])
  expect(replayMemoryEvents(events, new Date(at(9)))).toEqual([old])
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const now = [...(await read('active')), ...(await read('superseded'))].sort(byId)
  expect(replayMemoryEvents(events, new Date(at(10)))).toEqual(now)
})
