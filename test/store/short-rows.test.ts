import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Given, PromptRecord } from '../../src/domain/conversations/record.js'
import { changeMemories } from '../../src/domain/memories/changes/change-memories.js'
import { NOTHING_RECALLED } from '../../src/domain/memories/search/recall-port.js'
import { memoryBlock } from '../../src/domain/turns/prompt.js'
import { OPENINGS, toPromptBlock, toPromptRecord } from '../../src/store/prompt-parts.js'
import type { Store } from '../../src/store/store.js'
import { createSeededRandom } from '../support/memories/search.js'
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

const nobody = () => undefined
const line = (id: string, start: number, end: number): Given => ({ kind: 'memory', id, start, end })

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
  const record = toPromptRecord(place, prompt, [])
  expect(toPromptBlock(record, nobody)).toEqual(prompt)
  expect(record.opening).toBe(OPENINGS.length - 1)
  expect(JSON.stringify(record)).not.toContain('You remember this player')
})

test('what stands between the lines of a memory block is kept, with any beginning', () => {
  const block = 'notes\none\n(erased)\nthree\nfourfive\n'
  const given = [line('1', 6, 9), line('3', 19, 24), line('4', 25, 29), line('5', 29, 33)]
  const record = toPromptRecord(place, { block, given }, [])
  expect(toPromptBlock(record, nobody)).toEqual({ block, given })
  expect(record.lines).toEqual(
    ['one', 'three', 'four', 'five'].map((words, at) => ['memory', given[at]?.id, words]),
  )
  expect(record.parts).toEqual(['notes\n', -1, '\n(erased)\n', -2, '', -1, '\n'])
})

test('a line that an earlier prompt has written is named by its place there, unless it is another one', () => {
  const fact = (source: string): Given => ({ kind: 'fact', id: 'f', source, start: 2, end: 3 })
  const first = toPromptRecord(place, { block: 'a\nb', given: [line('1', 0, 1), fact('m')] }, [])
  const second = toPromptRecord(
    { ...place, id: 2 },
    { block: 'a\nc', given: [line('1', 0, 1), line('2', 2, 3)] },
    [first],
  )
  const blocks = [
    { block: 'c\nb\na', given: [line('2', 0, 1), fact('m'), line('1', 4, 5)] },
    // A memory that has changed, and a core fact that comes from another one.
    { block: 'A\nb', given: [line('1', 0, 1), fact('n')] },
  ]
  const [third, fourth] = blocks.map((prompt) => toPromptRecord({ ...place, id: 3 }, prompt, [first, second]))
  const rowOf = (row: PromptRecord | undefined) => [row?.from, row?.lines, row?.parts]
  expect(rowOf(second)).toEqual([[1], [['memory', '2', 'c']], [0, -1]])
  expect(rowOf(third)).toEqual([[2, 1], [], [0, 64 + 1, 1]])
  expect(rowOf(fourth)).toEqual([
    undefined,
    [
      ['memory', '1', 'A'],
      ['fact', 'f', 'b', 'n'],
    ],
    [-2],
  ])
  const find = (id: number) => [first, second].find((record) => record.id === id)
  expect([third, fourth].map((record) => record && toPromptBlock(record, find))).toEqual(blocks)
})

test('prompts come back as they were, whatever they repeat of which, also after a restart', async () => {
  const folder = await temporaryFolder()
  const first = await given(folder)
  const random = createSeededRandom(7)
  const pick = <T>(all: readonly T[]): T[] => all.filter(() => random() < 0.5)
  const prompts = Array.from({ length: 60 }, () =>
    memoryBlock({ ...NOTHING_RECALLED, memories: pick(memories), turns: pick(turns) }),
  )
  for (const [at, prompt] of prompts.entries()) {
    const content = `question ${at}`
    await first.conversations.append('conversation-1', aMessage({ content }), prompt)
    if (at === 30) await first.compactNow()
  }
  const stored = await first.conversations.listPrompts('conversation-1', 99)
  expect(stored.map(({ block, given: items }) => ({ block, given: items }))).toEqual(prompts)
  await first.close()
  const again = await openTestStore(folder)
  onTestFinished(() => again.close())
  expect(await again.conversations.listPrompts('conversation-1', 99)).toEqual(stored)
})

test('a memory that is erased is blank in the prompts that refer to it, and nowhere on the disk', async () => {
  const folder = await temporaryFolder()
  const { conversations, memories: repository } = await given(folder)
  const prompt = memoryBlock({ ...NOTHING_RECALLED, memories: memories.slice(0, 3), turns })
  for (const content of ['one', 'two', 'three'])
    await conversations.append('conversation-1', aMessage({ content }), prompt)
  await repository.erase(pair, 'memory 1')
  const after = await conversations.listPrompts('conversation-1', 9)
  for (const { block, given: items } of after) {
    expect(block).toBe(prompt.block.replace(/.*Likes 1$/m, '(erased)'))
    expect(items.map(({ id, start, end }) => [id, block.slice(start, end)])).toEqual(
      prompt.given
        .filter(({ id }) => id !== 'memory 1')
        .map(({ id, start, end }) => [id, prompt.block.slice(start, end)]),
    )
  }
  const names = await readdir(join(folder, 'store'))
  const files = await Promise.all(names.map((name) => readFile(join(folder, 'store', name), 'utf8')))
  expect(files.join('')).toContain('Likes 2')
  expect(files.join('')).not.toContain('Likes 1"')
})

test('a turn that repeats the memories of the one before takes less than 1,300 bytes beside its ids', async () => {
  const folder = await temporaryFolder()
  const { conversations } = await given(folder)
  const prompt = memoryBlock({ ...NOTHING_RECALLED, memories, turns })
  await conversations.append('conversation-1', aMessage(), prompt)
  const before = (await journalOf(folder)).length
  await conversations.append('conversation-1', aMessage(), prompt)
  const usedMemoryIds = memories.map(({ id }) => id)
  await conversations.completeTurn({
    ...{ conversationId: 'conversation-1', usedMemoryIds },
    message: { ...aMessage({ role: 'assistant' }), timestamp: '2030-01-02T00:00:00.000Z' },
  })
  const added = (await journalOf(folder)).slice(before)
  expect(added.length - usedMemoryIds.join('').length).toBeLessThan(1300)
  expect(added).not.toContain('Likes 5')
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
