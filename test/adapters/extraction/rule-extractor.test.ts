import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import {
  createRuleExtractor,
  type RuleExtractorSettings,
} from '../../../src/adapters/extraction/rule-extractor.js'
import { startRuleWorker } from '../../../src/adapters/extraction/rule-worker.js'
import type {
  ConversationTurn,
  ExtractionContext,
} from '../../../src/domain/memories/extract/candidate-extractor.js'
import { extractByRules } from '../../../src/domain/memories/extract/rules/extract-by-rules.js'
import { findBuiltFile } from '../../../src/runtime/process/package-root.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { scratchFolder } from '../../support/commands/cli.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const context: ExtractionContext = { conversationId: 'conversation-1', characterName: 'Ada' }
const { signal } = new AbortController()
const POISONED = new URL('../../support/memories/poison/extract.worker.mjs', import.meta.url)

const turn = (content: string, id: number): ConversationTurn => ({
  id,
  role: id % 2 === 1 ? 'user' : 'assistant',
  content,
  timestamp: `2030-01-0${(id % 9) + 1}T10:00:00.000Z`,
})
const turns = (...contents: readonly string[]) => contents.map((content, at) => turn(content, 2 * at + 1))

function openReader(settings: Partial<RuleExtractorSettings> = {}) {
  const reader = createRuleExtractor({ worker: POISONED, timers: createTimers(), ...settings })
  onTestFinished(reader.close)
  return async (said: readonly ConversationTurn[], more: Partial<ExtractionContext> = {}) =>
    (await reader.extractCandidates(said, { ...context, ...more }, signal)).map(({ content }) => content)
}

const LONG = [
  turn('I live in Lyon. My sister Beatriz was born on March 3.', 1),
  turn('What does she do?', 2),
  turn('She works as a nurse. Yesterday I went to the cinema with my friend Paul.', 3),
  turn('And what do you like?', 4),
  turn('My favourite colour is green, and my password is hunter22hunter.', 5),
]

test('a thread finds what the rules find in this process', async () => {
  const reader = createRuleExtractor({
    worker: await findBuiltFile('adapters/extraction/extract.worker.js'),
    timers: createTimers(),
  })
  onTestFinished(reader.close)
  const people = [{ name: 'Paul', relation: 'friend' }]
  for (const more of [{}, { after: 2, people }, { promptBlocks: ['I live in Lyon.'] }]) {
    const expected = await extractByRules(LONG, { ...context, ...more })
    expect(expected.length).toBeGreaterThan(0)
    expect(await reader.extractCandidates(LONG, { ...context, ...more }, signal)).toEqual(expected)
  }
})

test('a thread that was ended reads nothing, so a stop does not wait for it', async () => {
  const thread = startRuleWorker({
    ...{ worker: POISONED, timers: createTimers(), milliseconds: 2000, heapMegabytes: 256 },
  })
  await thread.ready
  await thread.end()
  await expect(thread.read(turns('I live in Lyon.'), context)).rejects.toThrow('has ended')
})

test('the thread asks for what the server put into a prompt, of turns that tell something', async () => {
  const find = openReader()
  const asked: number[] = []
  const promptBlocksOf = async ({ id, content }: ConversationTurn) => {
    asked.push(id)
    return content.includes('Lyon') ? [content] : []
  }
  const said = turns('I live in Lyon by the river.', 'The sea is calm.', 'I am allergic to nuts.')
  expect(await find(said, { promptBlocksOf })).toEqual(['The player is allergic to nuts'])
  expect(asked).toEqual([1, 5])
})

test('when that fails the reading fails with it, no turn is to blame, and the next reading succeeds', async () => {
  const find = openReader()
  const promptBlocksOf = async () => {
    throw new Error('the documents cannot be searched')
  }
  await expect(find(turns('I live in Lyon.'), { promptBlocksOf })).rejects.toThrow(
    'the documents cannot be searched',
  )
  expect(await find(turns('I live in Lyon.'))).toEqual(['The player lives in Lyon'])
})

test.each([
  ['never ends', 'time_limit', { milliseconds: 100 }],
  ['eats memory', 'memory_limit', { heapMegabytes: 24 }],
  ['fails at once', 'error', {}],
])('a turn on which a rule %s is unreadable; the others are read', async (words, reason, limits) => {
  const find = openReader({ limits })
  const said = turns('I live in Lyon.', `This rule ${words} today.`, 'I am allergic to nuts.')
  const reading = find(said)
  const other = find(turns('I work as a nurse.'))
  await expect(reading).rejects.toMatchObject({ name: 'UnreadableTurn', turnId: 3, reason })
  expect(await other).toEqual(['The player works as a nurse'])
  expect(await find(said.filter(({ id }) => id !== 3))).toEqual([
    'The player lives in Lyon',
    'The player is allergic to nuts',
  ])
})

test('a reading is noted while the thread reads, and not while it waits for its turn', async () => {
  const find = openReader()
  const events: string[] = []
  const noted =
    (name: string): NonNullable<ExtractionContext['trackRead']> =>
    async (work) => {
      events.push(`${name} begins`)
      return work().finally(() => events.push(`${name} ends`))
    }
  await Promise.all(['one', 'two'].map((name) => find(turns('I live in Lyon.'), { trackRead: noted(name) })))
  expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('closing ends a reading that never ends, and blames no turn', async () => {
  const reader = createRuleExtractor({ worker: POISONED, timers: createVirtualTimers() })
  const events: string[] = []
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const noted: ExtractionContext['trackRead'] = async (work) => {
    begin()
    return work().finally(() => events.push('the note is taken away'))
  }
  const reading = reader.extractCandidates(
    turns('This rule never ends.'),
    { ...context, trackRead: noted },
    signal,
  )
  const waiting = reader.extractCandidates(turns('I live in Lyon.'), context, signal)
  const outcomes = Promise.allSettled([reading, waiting])
  await Promise.race([begun, reading])
  await reader.close()
  expect(events).toEqual(['the note is taken away'])
  expect(await outcomes).toMatchObject([
    { status: 'rejected', reason: { message: 'The thread that reads for memories has ended' } },
    { status: 'rejected', reason: { message: 'the server stops' } },
  ])
})

test('an idle thread ends after a minute; preparing for more keeps it', async () => {
  const timers = createVirtualTimers()
  const reader = createRuleExtractor({ worker: POISONED, timers })
  onTestFinished(reader.close)
  const readingOfThread = async () => {
    const error = await reader
      .extractCandidates(turns('This rule counts the readings.'), context, signal)
      .catch((e) => e)
    return error.cause.message
  }
  expect(await readingOfThread()).toBe('reading 1 of this thread')
  await timers.advance(59_000)
  reader.prepare()
  await timers.advance(59_000)
  expect(await readingOfThread()).toBe('reading 2 of this thread')
  await timers.advance(60_000)
  expect(await readingOfThread()).toBe('reading 1 of this thread')
})

test('a thread that cannot be started fails the reading, and is started again for the next', async () => {
  const find = openReader({ worker: new URL('file:///nowhere/extract.worker.js') })
  for (const _ of ['first', 'second']) await expect(find(LONG)).rejects.toThrow(/nowhere/)
})

test('a thread that cannot be started is started again after a second, then after two, and so on', async () => {
  const folder = scratchFolder()
  const starts = join(folder, 'starts')
  const worker = join(folder, 'broken.worker.mjs')
  await writeFile(
    worker,
    `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(starts)}, 'x')
throw new Error('no thread')
`,
  )
  const timers = createVirtualTimers()
  const find = openReader({ worker: pathToFileURL(worker), timers })
  const started = async () => (await readFile(starts, 'utf8')).length
  const tryThrice = async () => {
    for (const said of ['a', 'b', 'c']) await expect(find(turns(said))).rejects.toThrow('no thread')
    return started()
  }
  expect(await tryThrice()).toBe(1)
  await timers.advance(999)
  expect(await tryThrice()).toBe(1)
  await timers.advance(1)
  expect(await tryThrice()).toBe(2)
  await timers.advance(1999)
  expect(await tryThrice()).toBe(2)
  await timers.advance(1)
  expect(await tryThrice()).toBe(3)
})
