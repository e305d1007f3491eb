import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Given } from '../../src/domain/conversations/record.js'
import { changeMemories } from '../../src/domain/memories/changes/change-memories.js'
import { NOTHING_RECALLED } from '../../src/domain/memories/search/recall-port.js'
import { memoryBlock } from '../../src/domain/turns/prompt.js'
import { OPENINGS, toPromptBlock, withBlock } from '../../src/store/prompt-fields.js'
import type { Store } from '../../src/store/store.js'
import { openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { aCharacter, aConversation, aMemory, aMessage, created } from '../support/stores/store-records.js'
import { segmentsOf } from '../support/stores/store-state.js'

const pair = { characterId: 'character-1', playerId: 'player-1' }
const place = { id: 1, conversationId: 'conversation-1', at: '2030-01-02T00:00:00.000Z' }
const memories = Array.from({ length: 27 }, (_, at) =>
  aMemory({ id: `memory ${at}`, content: `Likes ${at}` }),
)
const turns = [
  { id: 7, role: 'user' as const, text: 'I went to the market.' },
  { id: 9, role: 'assistant' as const, text: 'What for?' },
]

async function given(folder: string): Promise<Store> {
  const store = await openTestStore(folder)
  onTestFinished(() => store.close())
  await store.characters.insert(aCharacter())
  await store.conversations.findOrCreate(aConversation())
  await changeMemories(store, { pair }, created(...memories))
  return store
}

async function journalOf(folder: string): Promise<string> {
  const segments = await segmentsOf(folder)
  return (await Promise.all(segments.map((segment) => readFile(segment, 'utf8')))).join('')
}

test('a memory block is stored without the text that all begin with, and comes back as it was', () => {
  const prompt = memoryBlock({ ...NOTHING_RECALLED, memories, turns })
  const record = withBlock(place, prompt)
  expect(toPromptBlock(record)).toEqual(prompt)
  expect(record.opening).toBe(OPENINGS.length - 1)
  expect(JSON.stringify(record)).not.toContain('You remember this player')
  // Where a line begins is stored of the first of its kind alone.
  expect(record.memories.map((line) => line.length)).toEqual([3, ...memories.slice(1).map(() => 2)])
})

test('a memory block keeps the places of lines between which some were erased, and any beginning', () => {
  const line = (id: string, start: number, end: number): Given => ({ kind: 'memory', id, start, end })
  const block = 'notes\none\n(erased)\nthree\nfour'
  const prompt = { block, given: [line('1', 6, 9), line('3', 19, 24), line('4', 25, 29)] }
  const record = withBlock({ ...withBlock(place, memoryBlock({ ...NOTHING_RECALLED, turns })) }, prompt)
  expect(toPromptBlock(record)).toEqual(prompt)
  expect(record).toEqual({
    ...{ ...place, block, facts: [], turns: [] },
    memories: [
      ['1', 6, 3],
      ['3', 19, 5],
      ['4', 4],
    ],
  })
})

test('the rows of a turn with 27 memories take less than 1,300 bytes beside its texts and ids', async () => {
  const folder = await temporaryFolder()
  const { conversations } = await given(folder)
  const before = (await journalOf(folder)).length
  const { block, given: items } = memoryBlock({ ...NOTHING_RECALLED, memories, turns })
  const [question, reply] = [aMessage({ content: 'What do I like?' }), aMessage({ role: 'assistant' })]
  await conversations.append('conversation-1', question, { block, given: items })
  const usedMemoryIds = memories.map(({ id }) => id)
  await conversations.completeTurn({
    ...{ conversationId: 'conversation-1', usedMemoryIds },
    message: { ...reply, timestamp: '2030-01-02T00:00:00.000Z' },
  })
  const added = (await journalOf(folder)).slice(before)
  const texts = [block.slice(OPENINGS[0]?.length), question.content, reply.content, ...usedMemoryIds]
  const bytes = added.length - texts.join('').length - usedMemoryIds.join('').length
  expect(bytes).toBeLessThan(1300)
  expect(added).not.toContain('"counters"')
  expect(added).not.toContain('null')
})

test.each(['journal', 'snapshot'])(
  'the number of a message that was removed is not given again: %s',
  async (kept) => {
    const folder = await temporaryFolder()
    const first = await given(folder)
    await first.conversations.append('conversation-1', aMessage())
    const last = await first.conversations.append('conversation-1', aMessage())
    await first.conversations.updateContent(last?.id ?? 0, undefined)
    if (kept === 'snapshot') await first.compactNow()
    await first.close()

    const { conversations } = await openTestStore(folder)
    const next = await conversations.append('conversation-1', aMessage())
    expect([last?.id, next?.id]).toEqual([2, 3])
  },
)

test('what a message leaves out on the disk is there when it is read', async () => {
  const folder = await temporaryFolder()
  const first = await given(folder)
  const stored = [
    await first.conversations.append('conversation-1', aMessage()),
    await first.conversations.append('conversation-1', aMessage({ speaker: 'Ada', imageDescription: '' })),
  ]
  await first.close()
  const journal = await journalOf(folder)
  expect(journal).not.toContain('"imageUrl"')
  expect(journal).toContain('"speaker":"Ada"')

  const { conversations } = await openTestStore(folder)
  const read = await conversations.listRemembered('conversation-1', 9)
  expect(read).toEqual(stored)
  expect(stored[0]).toMatchObject({ speaker: null, imageUrl: null, imageDescription: null })
})
