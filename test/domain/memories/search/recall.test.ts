import { expect, test } from 'vitest'
import { changeMemories } from '../../../../src/domain/memories/changes/change-memories.js'
import type { MemoryRecord } from '../../../../src/domain/memories/record.js'
import { createMemoryCorpora } from '../../../../src/domain/memories/search/memory-corpora.js'
import { createMemoryRecall } from '../../../../src/domain/memories/search/recall.js'
import type { Recalled, RecallQuery } from '../../../../src/domain/memories/search/recall-port.js'
import { RECALLED_TOKENS } from '../../../../src/domain/memories/search/recall-search.js'
import { searchMemories } from '../../../../src/domain/memories/search.js'
import type { SearchEngineProvider } from '../../../../src/domain/retrieval/engine.js'
import { createTimers } from '../../../../src/runtime/process/timers.js'
import { createSearch } from '../../../../src/runtime/services/search.js'
import { createInMemoryStore } from '../../../../src/store/in-memory-store.js'
import {
  aCharacter,
  aConversation,
  aMemory,
  aMessage,
  at,
  created,
} from '../../../support/stores/store-records.js'

const pair = { characterId: 'character-1', playerId: 'player-1' }
const home = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }
const wanted = new AbortController().signal

async function given({ isSearchBroken = false, isLate = false } = {}) {
  const store = createInMemoryStore()
  await store.characters.insert(aCharacter())
  await store.characters.insert(aCharacter({ id: 'character-2' }))
  await store.conversations.findOrCreate(aConversation())
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const log = { debug: note, info: note, warn: note, error: note }
  const timers = createTimers()
  const made = await createSearch({ kind: 'hash' }, { timers, log })
  const broken = {
    engine: () => (isLate ? new Promise<never>(() => {}) : Promise.reject(new Error('no engine'))),
  }
  const embedded: string[] = []
  const noting: SearchEngineProvider = {
    engine: async () => {
      const { embeddings, ...engine } = await made.engine()
      const embed: typeof embeddings.embed = (texts, signal) => {
        embedded.push(...texts)
        return embeddings.embed(texts, signal)
      }
      return { ...engine, embeddings: { ...embeddings, embed } }
    },
  }
  const search = isSearchBroken || isLate ? broken : noting
  const memoryCorpora = createMemoryCorpora({ ...store, search, timers, log })
  let now = at(0)
  const clock = { now: () => new Date(now) }
  const ids = { uuid: () => 'unused' }
  const after = (_: number, due: () => void) => {
    if (isLate) due()
    return () => {}
  }
  const recall = createMemoryRecall({ ...store, memoryCorpora, clock, ids, timers: { after }, log })
  const ask = (text: string, more: Partial<RecallQuery> = {}) =>
    recall.recall(
      { pair, text, before: undefined, shown: { count: 0, from: undefined }, ignore: [], ...more },
      wanted,
    )
  return {
    store,
    recall,
    logged,
    /** Texts that vectors were made of. */
    embedded,
    ask,
    remember: (...memories: readonly MemoryRecord[]) =>
      changeMemories(
        store,
        { pair: { characterId: memories[0]?.agentId ?? '', playerId: memories[0]?.playerId ?? '' } },
        created(...memories),
      ),
    say: async (...contents: readonly string[]) => {
      for (const [at, content] of contents.entries())
        await store.conversations.append(
          'conversation-1',
          aMessage({ content, role: at % 2 === 0 ? 'user' : 'assistant' }),
        )
    },
    found: async (query: string) => {
      const deps = { ...store, memoryCorpora, clock }
      const { results } = await searchMemories(
        deps,
        { accountId: 'account-1', playerId: null },
        { pair, input: { query } },
      )
      return results.map(({ memoryId }) => memoryId)
    },
    goTo: (time: string) => {
      now = time
    },
  }
}

const idsOf = ({ memories }: Recalled) => memories.map(({ id }) => id)
const turnsOf = ({ turns }: Recalled) => turns.map(({ text }) => text)

test('a recall names the last message that memories were extracted from', async () => {
  const { store, say, ask } = await given()
  await say('I like green tea', 'So do I')
  expect(await ask('Hello')).toMatchObject({ extractedUpTo: 0 })
  await store.conversations.markExtracted('conversation-1')
  const last = (await store.conversations.listRemembered('conversation-1', 1)).at(-1)?.id
  expect(await ask('Hello')).toMatchObject({ extractedUpTo: last })
})

test('core facts are always remembered, other memories when they fit', async () => {
  const { remember, ask } = await given()
  await remember(aMemory({ slot: home, content: 'The player lives in Lyon' }))
  await remember(aMemory({ id: 'tea', content: 'The player likes green tea' }))
  const idle = await ask('The weather is fine.')
  expect(idle.facts).toMatchObject([{ factKey: 'home', factValue: 'Lyon' }])
  expect(idsOf(idle)).toEqual([])
  expect(idsOf(await ask('Shall I make tea?'))).toEqual(['tea'])
})

test('what was said before decides what a question is about', async () => {
  const { remember, ask } = await given()
  await remember(aMemory({ id: 'tea', content: 'The player drinks tea at four' }))
  expect(idsOf(await ask('And when?'))).toEqual([])
  expect(idsOf(await ask('And when?', { before: 'Do I drink tea?' }))).toEqual(['tea'])
})

test('a question is made a vector only where there is a memory to be near it', async () => {
  const { say, remember, ask, embedded } = await given()
  await say('I drink tea at four.', 'Do you?')
  const beyond = { shown: { count: 0, from: 99 } }
  expect(turnsOf(await ask('Do I drink tea?', beyond))).toEqual(['I drink tea at four.', 'Do you?'])
  expect(embedded).toEqual([])
  await remember(aMemory({ content: 'The player likes green tea' }))
  await ask('Do I drink tea?', beyond)
  expect(embedded).toContain('Do I drink tea?')
})

test.each(['superseded', 'decayed', 'deleted', 'quarantined'] as const)(
  'what is %s is in no prompt',
  async (status) => {
    const { remember, ask } = await given()
    await remember(
      aMemory({ status, content: 'The player likes tea' }),
      aMemory({ id: 'other', content: 'Coffee it is' }),
    )
    expect(await ask('Do I like tea?')).toMatchObject({ memories: [] })
    expect(idsOf(await ask('What do you know about me?'))).toEqual(['other'])
  },
)

test('nothing of another player or another character is remembered', async () => {
  const { remember, ask, store } = await given()
  await store.conversations.findOrCreate(aConversation({ id: 'conversation-2', playerId: 'player-2' }))
  await store.conversations.append('conversation-2', aMessage({ content: 'I drink tea from Assam.' }))
  await remember(aMemory({ content: 'Likes tea from Assam', slot: home, playerId: 'player-2' }))
  await remember(aMemory({ id: 'm2', content: 'Likes tea from Assam', slot: home, agentId: 'character-2' }))
  await remember(aMemory({ id: 'own', content: 'Likes tea' }))
  const everything = await ask('Do I like tea from Assam?', { shown: { count: 0, from: 99 } })
  expect({ ids: idsOf(everything), facts: everything.facts, turns: everything.turns }).toEqual({
    ids: ['own'],
    facts: [],
    turns: [],
  })
  expect(idsOf(await ask('What do you remember about me?'))).toEqual(['own'])
})

test('memories and old turns together stay within the budget of tokens', async () => {
  const { remember, ask } = await given()
  const long = 'tea '.repeat(100)
  await remember(...Array.from({ length: 30 }, (_, n) => aMemory({ id: `m${n}`, content: `${long}${n}` })))
  const { memories } = await ask('tea')
  expect(memories.length).toBeGreaterThan(5)
  expect(memories.reduce((sum, { content }) => sum + content.length / 4, 0)).toBeLessThanOrEqual(
    RECALLED_TOKENS,
  )
})

test('what the player asks in general brings what is best remembered first', async () => {
  const { remember, ask } = await given()
  await remember(
    aMemory({ id: 'low', importance: 0.1, content: 'A' }),
    aMemory({ id: 'high', importance: 0.9, content: 'B' }),
  )
  expect(idsOf(await ask('Do you remember me?'))).toEqual(['high', 'low'])
})

test('each score is told with what it is made of, for what is recalled and nothing else', async () => {
  const { remember, ask } = await given()
  await remember(aMemory({ id: 'tea', content: 'The player drinks tea at four' }))
  const product = (factors: Readonly<Record<string, number>> = {}) =>
    Object.values(factors).reduce((all, factor) => all * factor, 1)

  const { scores, reasons } = await ask('Is my tea at four?')
  const why = reasons?.get('tea')
  expect(why?.way).toBe('question')
  expect((why?.similarity ?? 0) * product(why?.factors)).toBeCloseTo(scores?.get('tea') ?? 0, 10)

  const later = await ask('And when?', { before: 'Do I drink tea?' })
  const context = later.reasons?.get('tea')
  expect(context?.way).toBe('context')
  expect((context?.similarity ?? 0) * product(context?.factors) * 0.5).toBeCloseTo(
    later.scores?.get('tea') ?? 0,
    10,
  )

  const all = await ask('Do you remember me?')
  expect(all.reasons?.get('tea')?.way).toBe('strength')
  expect(product(all.reasons?.get('tea')?.factors)).toBeCloseTo(all.scores?.get('tea') ?? 0, 10)
  expect((await ask('The weather is fine.')).reasons?.size).toBe(0)
})

test('use in a prompt strengthens and counts, a search over REST does not', async () => {
  const { remember, ask, recall, found, store, goTo } = await given()
  await remember(aMemory({ id: 'tea', content: 'The player likes tea' }))
  goTo('2030-02-01T10:00:00.000Z')
  expect(await found('tea')).toEqual(['tea'])
  expect(await store.memories.find('tea')).toMatchObject({ accessCount: 0, lastAccessedAt: null })

  const before = await store.memories.find('tea')
  await recall.recordUse(pair, await ask('tea?'))
  const once = await store.memories.find('tea')
  expect(once).toMatchObject({
    accessCount: 1,
    lastAccessedAt: '2030-02-01T10:00:00.000Z',
    lastUsedAt: '2030-02-01T10:00:00.000Z',
    memoryLayer: 'stm',
    updatedAt: null,
  })
  expect(once?.stability).toBeGreaterThan(before?.stability ?? 0)

  goTo('2030-02-02T10:00:00.000Z')
  await recall.recordUse(pair, await ask('tea?'))
  expect(await store.memories.find('tea')).toMatchObject({ accessCount: 2, memoryLayer: 'ltm' })
  const events = await store.memories.events(pair, 'tea')
  expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['created', 'manual'],
    ['used', 'conversation'],
    ['used', 'conversation'],
    ['promoted', 'conversation'],
  ])
})

test('what was deleted since it was remembered is not used', async () => {
  const { remember, ask, recall, store } = await given()
  await remember(
    aMemory({ id: 'tea', content: 'The player likes tea' }),
    aMemory({ id: 'mate', content: 'Drinks mate, no tea' }),
  )
  const recalled = await ask('tea?')
  await store.memories.erase(pair, 'tea')
  await recall.recordUse(pair, recalled)
  expect(await store.memories.find('mate')).toMatchObject({ accessCount: 1 })
  expect(await store.memories.find('tea')).toBeUndefined()
})

test('turns that left the prompt are found, those that it holds are not told twice', async () => {
  const { say, ask } = await given()
  await say('My parrot escaped on Tuesday.', 'Oh dear.', 'Fine weather.', 'Indeed.')
  const question = 'When did the parrot escape?'
  const { turns } = await ask(question, { shown: { count: 2, from: 3 } })
  expect(turns).toContainEqual({ id: 1, role: 'user', text: 'My parrot escaped on Tuesday.' })
  expect(turns.filter(({ id }) => id >= 3)).toEqual([])
  expect(turnsOf(await ask(question, { shown: { count: 4, from: 1 } }))).toEqual([])
})

test('an index that is there follows what is said and what is remembered', async () => {
  const { say, ask, remember } = await given()
  const shown = { count: 0, from: 99 }
  await remember(aMemory({ id: 'first', content: 'Nothing of note' }))
  expect(turnsOf(await ask('parrot', { shown }))).toEqual([])
  await say('My parrot escaped.', 'Oh dear.')
  expect(turnsOf(await ask('parrot', { shown }))).toContain('My parrot escaped.')
  await remember(aMemory({ id: 'bird', content: 'The parrot is back' }))
  expect(idsOf(await ask('parrot', { shown }))).toEqual(['bird'])
})

test('a search over REST finds memories only', async () => {
  const { say, remember, found } = await given()
  await say('My parrot escaped.')
  await remember(aMemory({ id: 'bird', content: 'Has a parrot' }))
  expect(await found('parrot')).toEqual(['bird'])
})

test('after all memories were deleted, nothing said before is found', async () => {
  const { say, ask, store, remember } = await given()
  await say('My parrot escaped.', 'Oh dear.')
  await remember(aMemory({ slot: home }))
  const shown = { count: 0, from: 99 }
  expect(turnsOf(await ask('parrot', { shown }))).not.toEqual([])
  await store.memories.eraseAll(pair)
  await say('What a day.')
  expect(await ask('parrot', { shown })).toMatchObject({ facts: [], memories: [], turns: [] })
})

test('a deleted conversation takes its turns along', async () => {
  const { say, ask, store } = await given()
  await say('My parrot escaped.', 'Oh dear.')
  const shown = { count: 0, from: 99 }
  expect(turnsOf(await ask('parrot', { shown }))).not.toEqual([])
  await store.conversations.remove(pair)
  await store.conversations.findOrCreate(aConversation())
  await say('What a day.')
  expect(turnsOf(await ask('parrot', { shown }))).toEqual([])
})

test.each([
  ['fails', { isSearchBroken: true }],
  ['takes too long', { isLate: true }],
])('when the search %s, core facts must do', async (_, how) => {
  const { remember, ask, logged } = await given(how)
  await remember(aMemory({ slot: home, content: 'The player lives in Lyon' }))
  const recalled = await ask('Where do I live in Lyon?')
  expect(recalled).toMatchObject({ facts: [{ factKey: 'home' }], memories: [], turns: [] })
  expect(logged.length).toBe('isLate' in how ? 0 : 1)
})

test('of who has just met nothing is searched', async () => {
  const { ask, say } = await given({ isLate: true })
  await say('Hello.')
  expect(await ask('How are you?', { shown: { count: 1, from: 1 } })).toMatchObject({ memories: [] })
})

test('asked of the player, what the player said goes before what was said to them', async () => {
  const { say, ask } = await given()
  const long = 'The harbour of the grey island lies in fog for most of a winter. '.repeat(5)
  const parrot = Array.from({ length: 12 }, (_, n) => `Parrot ${n}. ${long}`)
  await say(...parrot)
  const shown = { count: 0, from: 99 }
  const said = async (text: string) => new Set((await ask(text, { shown })).turns.map(({ role }) => role))
  expect(await said('What of the parrot?')).toContain('assistant')
  expect(await said('What of my parrot?')).toEqual(new Set(['user']))
})

test('a memory is found by the words it was told in', async () => {
  const { remember, found } = await given()
  await remember(
    aMemory({ id: 'job', content: 'Works as a judge', sourceQuote: 'I sit at the county court' }),
    aMemory({ id: 'tea', content: 'Likes tea' }),
  )
  expect(await found('Which court?')).toEqual(['job'])
})

test('what was said in the time that a question names comes first', async () => {
  const { remember, ask, goTo } = await given()
  goTo('2030-06-20T12:00:00.000Z')
  await remember(
    aMemory({
      id: 'old',
      content: 'Baked a cake with plums',
      sourceMessageTimestamp: '2030-01-03T10:00:00.000Z',
    }),
    aMemory({
      id: 'new',
      content: 'Baked a cake with nuts',
      sourceMessageTimestamp: '2030-06-19T10:00:00.000Z',
    }),
  )
  expect(idsOf(await ask('Which cake did I bake yesterday?'))).toEqual(['new', 'old'])
  expect(idsOf(await ask('Which cake did I bake in January?'))).toEqual(['old', 'new'])
})

const TOLD = [
  'The player is allergic to nuts',
  "The player's dog is called Rex",
  'The player works as a nurse',
  'The player lives in Lyon',
  "The player's sister Ana plays the cello",
  'The player hates the smell of paint',
  'The player is scared of the dark',
]
const TALK = Array.from({ length: 40 }, (_, at) => [
  `The bridge of arch ${at} was rebuilt`,
  `A heron stood at gate ${at}`,
]).flat()

test.each([
  ['What should I not eat?', TOLD[0]],
  ['Is there any food I have to avoid?', TOLD[0]],
  ['Do I have any pets?', TOLD[1]],
  ['What is my job?', TOLD[2]],
  ['Where is my home?', TOLD[3]],
  ['Who is in my family?', TOLD[4]],
  ['What do I dislike?', TOLD[5]],
  ['What are my fears?', TOLD[6]],
])('%j recalls what was told in other words: %j', async (question, told) => {
  const { remember, say, ask } = await given()
  await remember(...TOLD.map((content, at) => aMemory({ id: `m${at}`, content })))
  await say(...TALK)
  const { memories } = await ask(question, { before: TALK.at(-1) })
  expect(memories.map(({ content }) => content)).toContain(told)
})

test('a remark about food recalls no more than its words do', async () => {
  const { remember, ask } = await given()
  await remember(...TOLD.map((content, at) => aMemory({ id: `m${at}`, content })))
  expect(idsOf(await ask('They eat late on the ferry.'))).toEqual([])
})
