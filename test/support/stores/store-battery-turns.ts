import { expect, test } from 'vitest'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import { replayMemoryEvents } from '../../../src/domain/memories/history.js'
import type { MemoryRecord } from '../../../src/domain/memories/record.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { Store } from '../../../src/store/store.js'
import { aDocument } from '../knowledge/document-records.js'
import { aCharacter, aConversation, aMemory, aMessage, at, created } from './store-records.js'

const pair = { characterId: 'character-1', playerId: 'player-1' }
const other = { ...pair, playerId: 'player-2' }
const DAY = 86_400
const QUERY = { pair, conversationId: 'conversation-1', messageLimit: 40 }

/** What a turn reads at its beginning and stores at its end. */
export function describeTurns(make: () => Promise<Store>): void {
  const open = async (...memories: readonly MemoryRecord[]) => {
    const store = await make()
    await store.characters.insert(aCharacter())
    await store.conversations.findOrCreate(aConversation())
    await changeMemories(store, { pair }, created(...memories))
    return store
  }
  const complete = ({ conversations }: Store, second: number, ...usedMemoryIds: readonly string[]) => {
    const message = { ...aMessage({ role: 'assistant', content: 'Hello' }), timestamp: at(second) }
    return conversations.completeTurn({ conversationId: 'conversation-1', message, usedMemoryIds })
  }
  const kindsOf = async ({ memories }: Store, id: string) =>
    (await memories.events(pair, id)).map(({ kind }) => kind)
  /** The history of a pair makes what is stored of it. */
  const expectHistory = async ({ memories }: Store, ...ids: readonly string[]) => {
    const events = await memories.events(pair)
    expect(replayMemoryEvents(events, new Date(at(100 * DAY)))).toEqual(
      await memories.findMany([...ids].sort()),
    )
    for (const id of ids)
      expect(await memories.events(pair, id)).toEqual(events.filter(({ memoryId }) => memoryId === id))
  }

  test('a turn reads everything that it begins with at once', async () => {
    const home = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }
    const store = await open(aMemory({ slot: home }), aMemory({ id: 'old', status: 'decayed' }))
    for (const content of ['one', 'two', 'three'])
      await store.conversations.append('conversation-1', aMessage({ content }))
    const read = await store.conversations.readTurn({ ...QUERY, messageLimit: 2 })
    expect(read.character?.record).toEqual(aCharacter())
    expect(read.conversation?.record).toEqual(await store.conversations.find(pair))
    expect(read.messages).toEqual(await store.conversations.listRemembered('conversation-1', 2))
    expect(read.messages.map(({ content }) => content)).toEqual(['two', 'three'])
    expect(read.coreFacts).toEqual(await store.memories.coreFacts(pair))
    expect(read.coreFacts).toHaveLength(1)
    expect(read.activeMemories).toBe(1)
    expect(read.documents).toEqual([])
    await store.documents.attach({ documents: [aDocument({ agentId: 'character-1' })], sources: [] })
    const { documents } = await store.conversations.readTurn(QUERY)
    expect(documents).toEqual(await store.documents.list('character-1'))
    expect(documents).toHaveLength(1)
  })

  test('a turn reads nothing that is forgotten, deleted or of another pair', async () => {
    const store = await open(aMemory())
    await store.conversations.append('conversation-1', aMessage())
    expect(await store.conversations.readTurn({ ...QUERY, pair: other })).toMatchObject({
      ...{ conversation: undefined, messages: [], coreFacts: [], activeMemories: 0 },
    })
    await store.memories.eraseAll(pair)
    expect(await store.conversations.readTurn(QUERY)).toMatchObject({ messages: [], activeMemories: 0 })
    await store.conversations.remove(pair)
    await store.conversations.findOrCreate(aConversation({ id: 'conversation-2' }))
    expect((await store.conversations.readTurn(QUERY)).conversation).toBeUndefined()
    await store.characters.remove('character-1')
    expect((await store.conversations.readTurn(QUERY)).character).toBeUndefined()
  })

  test('a version stays as long as its record does, and no later one is equal', async () => {
    const store = await open()
    const versions = async () => {
      const { character, conversation } = await store.conversations.readTurn(QUERY)
      return [character?.version, conversation?.version]
    }
    const first = await versions()
    expect(await versions()).toEqual(first)
    await store.conversations.append('conversation-1', aMessage())
    const second = await versions()
    expect(second[0]).toBe(first[0])
    expect(second[1]).not.toBe(first[1])
    await updateRecord(store, { kind: 'characters', id: 'character-1' }, (current) => ({ ...current }))
    const third = await versions()
    expect(third[0]).not.toBe(second[0])
    expect(third[1]).toBe(second[1])
    await store.characters.remove('character-1')
    await store.characters.insert(aCharacter())
    expect([first[0], second[0], third[0]]).not.toContain((await versions())[0])
  })

  test('a reply is stored with the use of its memories', async () => {
    const store = await open(aMemory(), aMemory({ id: 'memory-2' }), aMemory({ id: 'memory-3' }))
    const reply = await complete(store, 60, 'memory-1', 'memory-2', 'memory-1')
    expect(reply).toMatchObject({ content: 'Hello', timestamp: at(60) })
    expect(await store.conversations.listRemembered('conversation-1', 40)).toEqual([reply])
    expect((await store.conversations.find(pair))?.messageCount).toBe(1)
    const counts = (await store.memories.findMany(['memory-1', 'memory-2', 'memory-3'])).map(
      ({ accessCount, lastAccessedAt, lastUsedAt }) => [accessCount, lastAccessedAt, lastUsedAt],
    )
    expect(counts).toEqual([
      [1, at(60), at(60)],
      [1, at(60), at(60)],
      [0, null, at(0)],
    ])
    expect(await store.memories.events(pair, 'memory-1')).toMatchObject([
      { kind: 'created' },
      {
        ...{ kind: 'used', actor: 'conversation', reason: null, quote: null, at: at(60) },
        before: { accessCount: 0, lastAccessedAt: null, usedOnDays: [] },
        after: { accessCount: 1, lastAccessedAt: at(60), usedOnDays: [at(60).slice(0, 10)] },
      },
    ])
    expect(await kindsOf(store, 'memory-3')).toEqual(['created'])
    await expectHistory(store, 'memory-1', 'memory-2', 'memory-3')
  })

  test('to be used on a second day makes a memory long-term, which its history and the transfers show', async () => {
    const store = await open(aMemory(), aMemory({ id: 'important', importance: 0.9 }))
    await complete(store, 60, 'memory-1', 'important')
    await complete(store, 120, 'memory-1')
    expect((await store.memories.find('memory-1'))?.memoryLayer).toBe('stm')
    await complete(store, DAY, 'memory-1')
    expect(await store.memories.find('memory-1')).toMatchObject({ memoryLayer: 'ltm', accessCount: 3 })
    expect(await kindsOf(store, 'memory-1')).toEqual(['created', 'used', 'used', 'used', 'promoted'])
    expect(await kindsOf(store, 'important')).toEqual(['created', 'used', 'promoted'])
    expect(await store.memories.layerTransfers(pair)).toMatchObject([
      { memoryId: 'important', at: at(60), before: { memoryLayer: 'stm' }, after: { memoryLayer: 'ltm' } },
      { memoryId: 'memory-1', at: at(DAY), reason: 'used again' },
    ])
    await expectHistory(store, 'memory-1', 'important')
  })

  test('what was changed before a use and after it is in the history in this order', async () => {
    const store = await open(aMemory())
    const edit = (content: string) =>
      changeMemories(store, { pair, ids: ['memory-1'] }, ({ memories }) => {
        const before = memories.get('memory-1') ?? aMemory()
        const event = { memoryId: before.id, agentId: before.agentId, playerId: before.playerId, quote: null }
        const how = { kind: 'edited', actor: 'manual', reason: null, at: at(70) } as const
        const fields = { before: { content: before.content }, after: { content } }
        return {
          ...{ memories: [{ ...before, content }], events: [{ ...event, ...how, ...fields }] },
          ...{ facts: [], removedFactIds: [] },
        }
      })
    await edit('Likes green tea')
    await complete(store, 60, 'memory-1')
    await edit('Likes black tea')
    await complete(store, 80, 'memory-1')
    expect(await kindsOf(store, 'memory-1')).toEqual(['created', 'edited', 'used', 'edited', 'used'])
    await expectHistory(store, 'memory-1')
  })

  test('a use without a reply is recorded, too', async () => {
    const store = await open(aMemory())
    await store.memories.recordUse({ pair, memoryIds: ['memory-1', 'nobody'], at: at(60) })
    await store.memories.recordUse({ pair, memoryIds: [], at: at(70) })
    expect(await store.memories.find('memory-1')).toMatchObject({ accessCount: 1, lastAccessedAt: at(60) })
    await expectHistory(store, 'memory-1')
  })

  test('what is not active, or not of the pair, is not used', async () => {
    const store = await open(aMemory({ status: 'superseded' }), aMemory({ id: 'memory-2' }))
    const theirs = aMemory({ id: 'theirs', playerId: 'player-2' })
    await changeMemories(store, { pair: other }, created(theirs))
    await complete(store, 60, 'memory-1', 'theirs', 'nobody', 'memory-2')
    expect(await store.memories.findMany(['memory-1', 'theirs'])).toMatchObject([
      { accessCount: 0 },
      { accessCount: 0 },
    ])
    expect((await store.memories.find('memory-2'))?.accessCount).toBe(1)
    await expectHistory(store, 'memory-1', 'memory-2')
  })

  test('without its conversation neither the reply nor a use is stored', async () => {
    const store = await open(aMemory())
    const message = { ...aMessage({ role: 'assistant' }), timestamp: at(60) }
    const turn = { conversationId: 'conversation-2', message, usedMemoryIds: ['memory-1'] }
    expect(await store.conversations.completeTurn(turn)).toBeUndefined()
    expect((await store.memories.find('memory-1'))?.accessCount).toBe(0)
  })

  test('the uses of an erased memory go with it, those of others stay', async () => {
    const store = await open(aMemory(), aMemory({ id: 'memory-2' }))
    await complete(store, 60, 'memory-1', 'memory-2')
    await complete(store, 70, 'memory-1')
    const events = await store.memories.events(pair, 'memory-2')
    await store.memories.erase(pair, 'memory-1')
    expect(await store.memories.events(pair)).toEqual(events)
    expect((await store.memories.find('memory-2'))?.accessCount).toBe(1)
    await changeMemories(store, { pair }, created(aMemory()))
    expect(await kindsOf(store, 'memory-1')).toEqual(['created'])
    await expectHistory(store, 'memory-1', 'memory-2')
  })

  test('with a checkpoint the uses since then go, and those before come back', async () => {
    const store = await open(aMemory(), aMemory({ id: 'memory-2' }))
    await complete(store, 60, 'memory-1', 'memory-2')
    const [before, checkpoint] = [await store.memories.events(pair), store.checkpoint()]
    const used = await store.memories.findMany(['memory-1', 'memory-2'])
    await complete(store, 70, 'memory-1')
    await store.memories.erase(pair, 'memory-2')
    await store.restore(checkpoint)
    expect(await store.memories.findMany(['memory-1', 'memory-2'])).toEqual(used)
    expect(await store.memories.events(pair)).toEqual(before)
    await complete(store, DAY, 'memory-1', 'memory-2')
    expect(await store.memories.find('memory-2')).toMatchObject({ accessCount: 2, memoryLayer: 'ltm' })
    await expectHistory(store, 'memory-1', 'memory-2')
  })

  test('what time changes next follows the use', async () => {
    const store = await open(aMemory(), aMemory({ id: 'memory-2' }))
    const next = async () => (await store.memories.nextToDecay(2)).map(({ id }) => id)
    expect(await next()).toEqual(['memory-2', 'memory-1'])
    await complete(store, 10 * DAY, 'memory-2')
    expect(await next()).toEqual(['memory-1', 'memory-2'])
  })
}
