import { expect, test } from 'vitest'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import type { MemoryQuery } from '../../../src/domain/memories/ports.js'
import type { MemoryRecord } from '../../../src/domain/memories/record.js'
import type { Store } from '../../../src/store/store.js'
import { aCharacter, aConversation, aMemory, aMessage, anAccount, at, created } from './store-records.js'

const pair = { characterId: 'character-1', playerId: 'player-1' }
const other = { ...pair, playerId: 'player-2' }
const home = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }

const query = (given: Partial<MemoryQuery> = {}): MemoryQuery => ({
  pair,
  status: 'active',
  memoryType: null,
  limit: 50,
  offset: 0,
  ...given,
})

export function describeMemories(make: () => Promise<Store>): void {
  const open = async () => {
    const store = await make()
    await store.characters.insert(aCharacter())
    return store
  }
  const keep = (store: Store, ...all: readonly MemoryRecord[]) =>
    changeMemories(store, { pair }, created(...all))

  test('a memory comes back as it was stored, with what was recorded of it', async () => {
    const store = await open()
    const memory = aMemory({ slot: home, entities: [{ name: 'Lyon', entityType: 'place' }] })
    await keep(store, memory)
    expect(await store.memories.find('memory-1')).toEqual(memory)
    expect(await store.memories.find('memory-2')).toBeUndefined()
    expect(await store.memories.events(pair, 'memory-1')).toMatchObject([
      { id: 1, memoryId: 'memory-1', kind: 'created', before: null, after: memory },
    ])
    expect(await store.memories.coreFacts(pair)).toMatchObject([{ factKey: 'home', factValue: 'Lyon' }])
  })

  test('memories are listed newest first, ties by id, page by page, by status and type', async () => {
    const store = await open()
    for (const id of ['d', 'a', 'c', 'b', 'e']) {
      await keep(
        store,
        aMemory({ id, createdAt: at(id === 'e' ? 1 : 2), memoryType: id === 'a' ? 'fact' : 'event' }),
      )
    }
    await keep(store, aMemory({ id: 'f', status: 'deleted' }))
    const listed = async (given: Partial<MemoryQuery>) => {
      const { memories, total } = await store.memories.list(query(given))
      return [memories.map(({ id }) => id).join(''), total]
    }
    expect(await listed({})).toEqual(['abcde', 5])
    expect(await listed({ limit: 2 })).toEqual(['ab', 5])
    expect(await listed({ limit: 2, offset: 3 })).toEqual(['de', 5])
    expect(await listed({ offset: 5 })).toEqual(['', 5])
    expect(await listed({ memoryType: 'event', limit: 2, offset: 1 })).toEqual(['cd', 4])
    expect(await listed({ status: 'deleted' })).toEqual(['f', 1])
    expect(await listed({ pair: other })).toEqual(['', 0])
    expect(await store.memories.countsByStatus(pair)).toEqual({
      active: 5,
      superseded: 0,
      decayed: 0,
      deleted: 1,
      quarantined: 0,
    })
  })

  test('everyone of whom there are memories is counted, in whatever status, until the last one is erased', async () => {
    const store = await open()
    await keep(store, aMemory(), aMemory({ id: 'memory-2', status: 'deleted' }))
    await changeMemories(
      store,
      { pair: other },
      created({ ...aMemory({ id: 'memory-3' }), playerId: other.playerId }),
    )
    const players = async (characterId = pair.characterId) =>
      Object.fromEntries(await store.memories.countsByPlayer(characterId))
    expect(await players()).toEqual({ 'player-1': 2, 'player-2': 1 })
    expect(await players('character-2')).toEqual({})
    await store.memories.erase(pair, 'memory-1')
    expect(await players()).toEqual({ 'player-1': 1, 'player-2': 1 })
    await store.memories.eraseAll(pair)
    expect(await players()).toEqual({ 'player-2': 1 })
  })

  test('many are found at once, in the order asked for; those that are not there are left out', async () => {
    const store = await open()
    await keep(store, aMemory(), aMemory({ id: 'memory-2' }))
    const found = await store.memories.findMany(['memory-2', 'nobody', 'memory-1'])
    expect(found).toEqual([aMemory({ id: 'memory-2' }), aMemory()])
    await store.accounts.ensure(anAccount())
    expect(await store.accounts.findMany(['nobody', 'account-1'])).toEqual([anAccount()])
    expect(await store.documents.findMany(['nobody'])).toEqual([])
  })

  test("another pair's memory is not there to be changed, erased or looked into", async () => {
    const store = await open()
    await keep(store, aMemory())
    await changeMemories(store, { pair: other, ids: ['memory-1'] }, (view) => {
      expect(view.memories.size).toBe(0)
      return { memories: [], events: [], facts: [], removedFactIds: [] }
    })
    expect(await store.memories.erase(other, 'memory-1')).toBe(false)
    expect(await store.memories.events(other, 'memory-1')).toEqual([])
    expect(await store.memories.find('memory-1')).toEqual(aMemory())
  })

  test('nothing is remembered for a character that is gone', async () => {
    const store = await make()
    await expect(changeMemories(store, { pair }, created(aMemory()))).rejects.toThrow('Character not found')
    expect(await store.memories.find('memory-1')).toBeUndefined()
  })

  test('what decides throws, and everything stays as it was', async () => {
    const store = await open()
    await keep(store, aMemory())
    const refuse = () => {
      throw new Error('no')
    }
    await expect(changeMemories(store, { pair, ids: ['memory-1'] }, refuse)).rejects.toThrow('no')
    expect(await store.memories.find('memory-1')).toEqual(aMemory())
  })

  test('an erased memory takes its events and its core fact along, and no other', async () => {
    const store = await open()
    await keep(store, aMemory({ slot: home }))
    await keep(store, aMemory({ id: 'memory-2', slot: { ...home, attribute: 'job', value: 'nurse' } }))
    expect(await store.memories.erase(pair, 'memory-1')).toBe(true)
    expect(await store.memories.erase(pair, 'memory-1')).toBe(false)
    expect(await store.memories.find('memory-1')).toBeUndefined()
    expect(await store.memories.events(pair)).toMatchObject([{ memoryId: 'memory-2' }])
    expect(await store.memories.coreFacts(pair)).toMatchObject([{ factKey: 'job' }])
  })

  test('a vector is kept for its model and content, and goes with its memory', async () => {
    const store = await open()
    const { memories } = store
    const [kept, gone] = [aMemory(), aMemory({ id: 'memory-2', content: 'Likes tea' })]
    await keep(store, kept, gone)
    const vector = Float32Array.of(0.25, -1.5, 3e-8)
    await memories.saveVectors('m 3', [
      { ...kept, vector },
      { ...gone, vector },
      { ...kept, id: 'nobody', vector },
    ])
    expect(await memories.vectors('m 3', [kept, { ...kept, id: 'nobody' }])).toEqual(
      new Map([[kept.id, vector]]),
    )
    expect(await memories.vectors('n 3', [kept])).toEqual(new Map())
    expect(await memories.vectors('m 3', [{ ...kept, contentHash: 'other' }])).toEqual(new Map())

    await memories.saveVectors('n 2', [{ ...kept, contentHash: 'older', vector: Float32Array.of(1) }])
    expect(await memories.vectors('m 3', [kept])).toEqual(new Map([[kept.id, vector]]))
    await memories.erase(pair, gone.id)
    await keep(store, gone)
    expect(await memories.vectors('m 3', [gone])).toEqual(new Map())
  })

  test('all memories of a pair are erased whatever their status, and what was said before is not remembered', async () => {
    const store = await open()
    await store.conversations.findOrCreate(aConversation())
    await store.conversations.append('conversation-1', aMessage({ content: 'before' }))
    await keep(store, aMemory({ slot: home }), aMemory({ id: 'memory-2', status: 'superseded' }))
    await changeMemories(store, { pair: other }, created(aMemory({ id: 'theirs', playerId: 'player-2' })))

    expect(await store.memories.eraseAll(pair)).toBe(2)
    await store.conversations.append('conversation-1', aMessage({ content: 'after' }))
    expect(await store.memories.events(pair)).toEqual([])
    expect(await store.memories.coreFacts(pair)).toEqual([])
    expect((await store.memories.list(query({ pair: other }))).total).toBe(1)
    const remembered = await store.conversations.listRemembered('conversation-1', 40)
    expect(remembered.map(({ content }) => content)).toEqual(['after'])
    const page = { conversationId: 'conversation-1', limit: 10, skip: 0 }
    expect((await store.conversations.listMessages(page)).total).toBe(2)
    expect(await store.memories.eraseAll(pair)).toBe(0)
  })

  test('without a deletion the newest messages are remembered, in the order they were said', async () => {
    const store = await open()
    await store.conversations.findOrCreate(aConversation())
    for (const content of ['one', 'two', 'three'])
      await store.conversations.append('conversation-1', aMessage({ content }))
    const remembered = await store.conversations.listRemembered('conversation-1', 2)
    expect(remembered.map(({ content }) => content)).toEqual(['two', 'three'])
  })

  test('messages of a pair are found by their ids, those of others and forgotten ones are not', async () => {
    const store = await open()
    await store.conversations.findOrCreate(aConversation())
    await store.conversations.findOrCreate(aConversation({ id: 'conversation-2', playerId: 'player-2' }))
    const say = async (content: string, conversationId = 'conversation-1') =>
      (await store.conversations.append(conversationId, aMessage({ content })))?.id ?? 0
    const ids = [await say('forgotten'), await say('theirs', 'conversation-2')]
    await store.memories.eraseAll(pair)
    ids.push(await say('one'), await say('two'), 999)
    const found = await store.conversations.findMessages(pair, ids.reverse())
    expect(found.map(({ content }) => content)).toEqual(['two', 'one'])
    expect(await store.conversations.findMessages({ ...pair, playerId: 'nobody' }, ids)).toEqual([])
  })

  test.each([
    ['the conversation', ({ conversations }: Store) => conversations.remove(pair)],
    ['the character', ({ characters }: Store) => characters.remove('character-1')],
  ])('with %s go the memories of the player', async (_, remove) => {
    const store = await open()
    await store.conversations.findOrCreate(aConversation())
    await keep(store, aMemory({ slot: home }))
    await remove(store)
    expect(await store.memories.find('memory-1')).toBeUndefined()
    expect(await store.memories.events(pair)).toEqual([])
    expect(await store.memories.coreFacts(pair)).toEqual([])
  })

  test('what time changes next comes first; core facts and what is not active never change', async () => {
    const store = await open()
    await keep(
      store,
      aMemory({ id: 'long', memoryLayer: 'ltm' }),
      aMemory({ id: 'short' }),
      aMemory({ id: 'mood', memoryType: 'emotional_state' }),
      aMemory({ id: 'core', slot: home }),
      aMemory({ id: 'gone', status: 'decayed' }),
    )
    const ids = async (limit: number) => (await store.memories.nextToDecay(limit)).map(({ id }) => id)
    expect(await ids(10)).toEqual(['mood', 'short', 'long'])
    expect(await ids(1)).toEqual(['mood'])
  })

  const said = async (store: Store, ...contents: readonly string[]) => {
    for (const content of contents) await store.conversations.append('conversation-1', aMessage({ content }))
  }
  const unread = async (store: Store, size: { before: number; limit: number }) => {
    const {
      messages,
      extractedUpTo: after,
      isLast: isAll,
    } = await store.conversations.nextToExtract('conversation-1', size)
    return { contents: messages.map(({ content }) => content).join(''), after, isAll }
  }
  const read = (store: Store, extractedUpTo: number) =>
    changeMemories(store, { pair }, ({ conversation }) => {
      if (conversation === undefined) throw new Error('There is no conversation')
      const changed = { ...conversation, extractedUpTo }
      return { memories: [], events: [], facts: [], removedFactIds: [], conversation: changed }
    })

  test('unread messages come in parts, the oldest first, behind some that were read', async () => {
    const store = await open()
    await store.conversations.findOrCreate(aConversation())
    await said(store, 'a', 'b', 'c', 'd', 'e')
    expect(await unread(store, { before: 2, limit: 2 })).toEqual({ contents: 'ab', after: 0, isAll: false })
    await read(store, 3)
    expect(await unread(store, { before: 2, limit: 1 })).toEqual({ contents: 'bcd', after: 3, isAll: false })
    expect(await unread(store, { before: 9, limit: 2 })).toEqual({ contents: 'abcde', after: 3, isAll: true })
    await store.conversations.markExtracted('conversation-1')
    expect(await unread(store, { before: 1, limit: 9 })).toEqual({ contents: 'e', after: 5, isAll: true })
  })

  test('what is forgotten is never unread, and tells nothing of what comes after it', async () => {
    const store = await open()
    await store.conversations.findOrCreate(aConversation())
    await said(store, 'a', 'b')
    await keep(store, aMemory())
    await store.memories.eraseAll(pair)
    await said(store, 'c')
    expect(await unread(store, { before: 9, limit: 9 })).toEqual({ contents: 'c', after: 2, isAll: true })
  })

  test('skipped messages are kept with their conversation, the newest 200, until all is forgotten', async () => {
    const store = await open()
    const skipped = (messageId: number) =>
      ({
        messageId,
        reason: 'time_limit',
        at: `2030-01-01T00:00:${String(messageId % 60).padStart(2, '0')}Z`,
      }) as const
    await store.conversations.findOrCreate(aConversation())
    await store.conversations.findOrCreate(aConversation({ id: 'other', playerId: 'player-2' }))
    expect(await store.conversations.listSkipped(5)).toEqual({ conversations: [], messages: 0 })
    await store.conversations.recordSkipped('nowhere', [skipped(1)])
    await store.conversations.recordSkipped('conversation-1', [skipped(1)])
    await store.conversations.recordSkipped('other', [skipped(3)])
    await store.conversations.recordSkipped('conversation-1', [skipped(2)])
    const { conversations, messages } = await store.conversations.listSkipped(5)
    expect(messages).toBe(3)
    expect(conversations.map(({ id, skippedMessages }) => [id, skippedMessages])).toEqual([
      ['other', [skipped(3)]],
      ['conversation-1', [skipped(1), skipped(2)]],
    ])
    expect((await store.conversations.listSkipped(1)).conversations.map(({ id }) => id)).toEqual(['other'])

    await store.conversations.recordSkipped(
      'other',
      Array.from({ length: 200 }, (_, at) => skipped(4 + at)),
    )
    expect((await store.conversations.listSkipped(5)).messages).toBe(202)
    await said(store, 'a')
    await store.memories.eraseAll(pair)
    expect((await store.conversations.listSkipped(5)).conversations.map(({ id }) => id)).toEqual(['other'])
  })

  test('conversations with unread messages are found', async () => {
    const store = await open()
    await store.conversations.findOrCreate(aConversation())
    await store.conversations.findOrCreate(aConversation({ id: 'silent', playerId: 'player-2' }))
    const ids = async () => (await store.conversations.listUnextracted()).map(({ id }) => id)
    expect(await ids()).toEqual([])
    await said(store, 'a', 'b')
    await read(store, 1)
    expect(await ids()).toEqual(['conversation-1'])
    await store.conversations.markExtracted('conversation-1')
    expect(await ids()).toEqual([])
    await store.conversations.markExtracted('silent')
    expect((await store.conversations.find({ ...pair, playerId: 'player-2' }))?.extractedUpTo).toBeUndefined()
  })

  /** A prompt whose lines are those of the memories, the facts and the turns named. */
  const promptOf = (...lines: readonly [kind: 'fact' | 'memory' | 'turn', id: string, text: string][]) => {
    let block = 'notes'
    const given = lines.map(([kind, id, text]) => {
      block += `\n${text}`
      const place = { kind, id, start: block.length - text.length, end: block.length }
      return kind === 'fact' ? { ...place, source: id.replace('fact of ', '') } : place
    })
    return { block, given }
  }
  const turn = async ({ conversations }: Store, id: number) => {
    const found = await conversations.findTurn(pair, id)
    return found && { said: found.message.content, block: found.prompt?.block }
  }
  const openTalk = async () => {
    const store = await open()
    await store.conversations.findOrCreate(aConversation())
    await keep(store, aMemory({ slot: home, content: 'Lives in Lyon' }))
    await keep(store, aMemory({ id: 'memory-2', content: 'Likes tea' }))
    const prompt = promptOf(
      ['fact', 'fact of memory-1', 'home: Lyon'],
      ['memory', 'memory-1', 'Lives in Lyon'],
      ['memory', 'memory-2', 'Likes tea'],
    )
    await store.conversations.append('conversation-1', aMessage({ content: 'question' }), prompt)
    await store.conversations.append('conversation-1', aMessage({ role: 'assistant', content: 'answer' }))
    return { store, prompt }
  }

  test('the prompt of a turn is found by either of its messages, and by no other', async () => {
    const { store, prompt } = await openTalk()
    await said(store, 'unanswered')
    await store.conversations.append('conversation-1', aMessage({ role: 'assistant', content: 'scripted' }))
    await store.conversations.append('conversation-1', aMessage({ role: 'assistant', content: 'line' }))
    expect(await turn(store, 1)).toEqual({ said: 'question', block: prompt.block })
    expect(await turn(store, 2)).toEqual({ said: 'answer', block: prompt.block })
    expect(await turn(store, 3)).toEqual({ said: 'unanswered', block: undefined })
    expect(await turn(store, 4)).toEqual({ said: 'scripted', block: undefined })
    expect(await turn(store, 5)).toEqual({ said: 'line', block: undefined })
    expect(await turn(store, 6)).toBeUndefined()
    expect(await store.conversations.findTurn(other, 1)).toBeUndefined()
    expect(await store.conversations.listPrompts('conversation-1', 9)).toMatchObject([{ id: 1, ...prompt }])
  })

  test('an erased memory is blank in every prompt that held it or its core fact', async () => {
    const { store } = await openTalk()
    await store.memories.erase(pair, 'memory-1')
    const [prompt] = await store.conversations.listPrompts('conversation-1', 9)
    expect(prompt?.block).toBe('notes\n(erased)\n(erased)\nLikes tea')
    expect(prompt?.given.map(({ id, start, end }) => [id, prompt.block.slice(start, end)])).toEqual([
      ['memory-2', 'Likes tea'],
    ])
  })

  test('a prompt that repeats another is blank where that one is', async () => {
    const { store, prompt } = await openTalk()
    await store.conversations.append('conversation-1', aMessage({ content: 'again' }), prompt)
    expect((await turn(store, 3))?.block).toBe(prompt.block)
    await store.memories.erase(pair, 'memory-1')
    expect((await turn(store, 1))?.block).toBe('notes\n(erased)\n(erased)\nLikes tea')
    expect((await turn(store, 3))?.block).toBe('notes\n(erased)\n(erased)\nLikes tea')
  })

  test('what was erased while a prompt was made is blank in it from the beginning', async () => {
    const { store } = await openTalk()
    await store.memories.erase(pair, 'memory-1')
    const late = promptOf(
      ['fact', 'fact of memory-1', 'home: Lyon'],
      ['memory', 'memory-1', 'Lives in Lyon'],
      ['turn', '1', 'question'],
    )
    await store.conversations.append('conversation-1', aMessage({ content: 'again' }), late)
    expect((await turn(store, 3))?.block).toBe('notes\n(erased)\n(erased)\nquestion')
    await store.memories.eraseAll(pair)
    await store.conversations.append('conversation-1', aMessage({ content: 'once more' }), late)
    expect((await turn(store, 4))?.block).toBe('notes\n(erased)\n(erased)\n(erased)')
  })

  test.each([
    ['all memories', ({ memories }: Store) => memories.eraseAll(pair)],
    ['the conversation', ({ conversations }: Store) => conversations.remove(pair)],
    ['the character', ({ characters }: Store) => characters.remove('character-1')],
  ])('with %s go the prompts', async (_, remove) => {
    const { store } = await openTalk()
    await remove(store)
    expect(await store.conversations.listPrompts('conversation-1', 9)).toEqual([])
  })
}
