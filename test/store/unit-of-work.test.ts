import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeMemories } from '../../src/domain/memories/changes/change-memories.js'
import type { UnitOfWork, UnitWrite } from '../../src/domain/unit-of-work.js'
import { updateRecord } from '../../src/domain/unit-of-work.js'
import { createInMemoryStore } from '../../src/store/in-memory-store.js'
import type { Store } from '../../src/store/store.js'
import { propertyRuns } from '../support/rounds.js'
import { openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { aCharacter, aConversation, aMemory, aShare, created } from '../support/stores/store-records.js'

const CHARACTERS = ['a', 'b', 'c']

/** A unit that decides after so many turns of the microtask queue. */
type Step =
  | { readonly do: 'mix'; readonly from: string; readonly into: string; readonly ticks: number }
  | { readonly do: 'add share'; readonly ticks: number }

const character = fc.constantFrom(...CHARACTERS)
const ticks = fc.integer({ min: 0, max: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('mix' as const), from: character, into: character, ticks }),
  fc.record({ do: fc.constant('add share' as const), ticks }),
)

async function pass(turns: number) {
  for (let turn = 0; turn < turns; turn += 1) await undefined
}

async function openCharacters(): Promise<Store> {
  const store = createInMemoryStore()
  for (const id of CHARACTERS) await store.characters.insert(aCharacter({ id, llm_max_tokens: 1 }))
  return store
}

/** What the unit saw. Whoever saw another state writes another one, so that no order looks like another. */
function perform({ transact }: UnitOfWork, number: number, given: Step): Promise<readonly number[]> {
  if (given.do === 'add share') {
    return transact({ shares: { group: 'sharesOfAccount', of: 'account-1' } }, async ({ shares }) => {
      await pass(given.ticks)
      const added = aShare({ id: `share-${number}` })
      const writes: UnitWrite[] = shares.length < 2 ? [{ kind: 'shares', put: added }] : []
      return { writes, result: [shares.length] }
    })
  }
  const keys = {
    from: { kind: 'characters', id: given.from },
    into: { kind: 'characters', id: given.into },
  } as const
  return transact(keys, async ({ from, into }) => {
    await pass(given.ticks)
    const [a, b] = [from?.llm_max_tokens ?? 0, into?.llm_max_tokens ?? 0]
    const put = { ...aCharacter(), ...into, llm_max_tokens: (a * 31 + b * 7 + number) % 100_003 }
    return { writes: [{ kind: 'characters', put }], result: [a, b] }
  })
}

async function stateOf({ characters, shares }: Store) {
  const found = await Promise.all(CHARACTERS.map((id) => characters.find(id)))
  return [found.map((one) => one?.llm_max_tokens), (await shares.listOfKey('account-1', 'key-1')).length]
}

const ordersOf = (numbers: readonly number[]): number[][] =>
  numbers.length === 0
    ? [[]]
    : numbers.flatMap((first) =>
        ordersOf(numbers.filter((number) => number !== first)).map((rest) => [first, ...rest]),
      )

/** What the steps see and leave when they are made one after another in this order. */
async function inOrder(steps: readonly Step[], order: readonly number[]) {
  const store = await openCharacters()
  const seen: (readonly number[])[] = []
  for (const number of order) {
    const given = steps[number]
    if (given !== undefined) seen[number] = await perform(store, number, { ...given, ticks: 0 })
  }
  const state = await stateOf(store)
  await store.close()
  return { seen, state }
}

test('units that are made at the same time come out as if made one after another', {
  tags: 'rounds',
}, async () => {
  const steps = fc.array(step, { minLength: 2, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const store = await openCharacters()
      const seen = await Promise.all(given.map((one, number) => perform(store, number, one)))
      const state = await stateOf(store)
      await store.close()
      const serial = await Promise.all(ordersOf([...given.keys()]).map((order) => inOrder(given, order)))
      expect(serial).toContainEqual({ seen, state })
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('a unit that is overtaken again and again gets its turn in line', async () => {
  const store = await openCharacters()
  let decided = 0
  const overtaking: Promise<unknown>[] = []
  await store.transact({ one: { kind: 'characters', id: 'a' } }, async ({ one }) => {
    decided += 1
    overtaking.push(
      updateRecord(store, { kind: 'characters', id: 'a' }, (current) => ({
        ...current,
        llm_max_tokens: (current.llm_max_tokens ?? 0) + 1,
      })),
    )
    await pass(5)
    return { writes: [{ kind: 'characters', put: { ...aCharacter(), ...one, name: 'Slow' } }], result: null }
  })
  await Promise.all(overtaking)
  expect(decided).toBe(4)
  // Three overtook it, and the last one waited for it.
  expect(await store.characters.find('a')).toMatchObject({ name: 'Slow', llm_max_tokens: 5 })
  await store.close()
})

test('a unit that those without one overtake for ever fails, and writes nothing', async () => {
  const store = await openCharacters()
  await store.conversations.findOrCreate(aConversation({ id: 'c', characterId: 'a' }))
  let decided = 0
  const unit = store.transact({ one: { kind: 'conversations', id: 'c' } }, async ({ one }) => {
    decided += 1
    const writing = store.conversations.recordSkipped('c', [])
    await writing
    return { writes: one === undefined ? [] : [{ kind: 'conversations', remove: [one.id] }], result: null }
  })
  await expect(unit).rejects.toThrow('a unit of work was overtaken too often')
  expect(decided).toBe(23)
  expect(await store.conversations.find({ characterId: 'a', playerId: 'player-1' })).toBeDefined()
  await store.close()
})

async function journalOf(folder: string): Promise<string[]> {
  const store = join(folder, 'store')
  const names = (await readdir(store)).filter((name) => name.startsWith('journal-')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(store, name), 'utf8')))
  return texts.join('').trimEnd().split('\n')
}

test('a unit is one entry of the journal; one that throws or writes nothing is none', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await store.characters.insert(aCharacter({ id: 'a' }))
  const before = await journalOf(folder)
  const keys = { one: { kind: 'characters', id: 'a' } } as const
  await expect(
    store.transact(keys, () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await store.transact(keys, ({ one }) => ({ writes: [], result: one?.id }))).toBe('a')
  expect(await journalOf(folder)).toEqual(before)
  await store.transact(keys, () => ({
    writes: [
      { kind: 'characters', put: aCharacter({ id: 'b' }) },
      { kind: 'shares', put: aShare() },
      { kind: 'characters', remove: ['a'] },
    ],
    result: null,
  }))
  expect((await journalOf(folder)).length).toBe(before.length + 1)
  await store.close()
  const reopened = await openTestStore(folder)
  expect([await reopened.characters.find('a'), (await reopened.characters.find('b'))?.id]).toEqual([
    undefined,
    'b',
  ])
  expect(await reopened.shares.find('share-1')).toEqual(aShare())
  await reopened.close()
})

test('a unit reads records, several of them and groups as they are at one moment', async () => {
  const store = await openCharacters()
  const pair = { characterId: 'a', playerId: 'player-1' }
  const home = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }
  await changeMemories(store, { pair }, created(aMemory({ agentId: 'a', slot: home })))
  const found = await store.transact(
    {
      character: { kind: 'characters', id: 'a' },
      missing: { kind: 'shares', id: 'nowhere' },
      memories: { kind: 'memories', ids: ['nowhere', 'memory-1'] },
      facts: { group: 'coreFactsOfPair', of: pair },
      conversation: { group: 'conversationOfPair', of: pair },
    },
    (snapshot) => ({ writes: [], result: snapshot }),
  )
  expect(found).toEqual({
    character: await store.characters.find('a'),
    missing: undefined,
    memories: [await store.memories.find('memory-1')],
    facts: await store.memories.coreFacts(pair),
    conversation: [],
  })
  expect(found.facts).toHaveLength(1)
  await store.close()
})
