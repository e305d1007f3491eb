import { expect, test } from 'vitest'
import { estimateTokens } from '../../../src/domain/estimate-tokens.js'
import { NO_KNOWLEDGE } from '../../../src/domain/knowledge/ports.js'
import { EXCERPT_TOKENS } from '../../../src/domain/knowledge/search-passages.js'
import { givenKnowledge, passage, question } from '../../support/knowledge/given-knowledge.js'
import { NEVER } from '../../support/providers/document-origin.js'

const LARGE = { totalTokens: 30_001 }

const HARBOUR = 'The harbour office opens at nine in the morning.'
const FERRY = 'The ferry to the island leaves from the western pier.'
const BREAD = 'The bakery sells rye bread on every weekday.'

const textsOf = ({ excerpts }: { excerpts: readonly { passage: { text: string } }[] }) =>
  excerpts.map(({ passage: { text } }) => text)

test('a character without documents gets no excerpts, and no index is built', async () => {
  const { knowledge, searches } = await givenKnowledge()
  expect(await knowledge.retrieve(question('When does the office open?'), NEVER)).toEqual(NO_KNOWLEDGE)
  expect(searches()).toBe(0)
})

test.each([
  [29_999, true],
  [30_000, true],
  [30_001, false],
])('for documents of %i tokens it is %s that the full text is given', async (totalTokens, isWhole) => {
  const { knowledge, add } = await givenKnowledge()
  add('harbour', [passage(HARBOUR, 1), passage(FERRY, 2)], { totalTokens: totalTokens - 1 })
  add('bakery', [passage(BREAD, 7)], { totalTokens: 1 })
  const retrieved = await knowledge.retrieve(question('When does the harbour office open?'), NEVER)
  expect(retrieved.isComplete).toBe(isWhole)
  expect(retrieved.documents).toEqual(['harbour.pdf', 'bakery.pdf'])
  expect(textsOf(retrieved)).toEqual(isWhole ? [HARBOUR, FERRY, BREAD] : [HARBOUR])
})

test('an excerpt names its document and its pages', async () => {
  const { knowledge, add } = await givenKnowledge()
  add('bakery', [{ ...passage(BREAD, 7), lastPage: 8 }])
  add('large', [passage(HARBOUR, 41)], LARGE)
  const { excerpts } = await knowledge.retrieve(question('Where is the harbour?'), NEVER)
  expect(excerpts).toEqual([
    { documentId: 'large', document: 'large.pdf', passage: { text: HARBOUR, firstPage: 41, lastPage: 41 } },
  ])
  const small = await givenKnowledge()
  small.add('bakery', [{ ...passage(BREAD, 7), lastPage: 8 }])
  expect((await small.knowledge.retrieve(question('Hi'), NEVER)).excerpts).toMatchObject([
    { document: 'bakery.pdf', passage: { firstPage: 7, lastPage: 8 } },
  ])
})

test('what passages repeat of each other is given once', async () => {
  const overlapping = [
    passage(`${HARBOUR} ${FERRY}`),
    passage(`${FERRY} ${BREAD}`, 2),
    passage(`${BREAD} Harbour seals sleep.`, 3),
  ]
  const whole = await givenKnowledge()
  whole.add('a', overlapping)
  expect(textsOf(await whole.knowledge.retrieve(question('Hi'), NEVER))).toEqual([
    `${HARBOUR} ${FERRY}`,
    BREAD,
    'Harbour seals sleep.',
  ])
  const large = await givenKnowledge()
  large.add('a', overlapping, LARGE)
  expect(textsOf(await large.knowledge.retrieve(question('Harbour, ferry or bread?'), NEVER))).toEqual([
    `${HARBOUR} ${FERRY}`,
    BREAD,
    'Harbour seals sleep.',
  ])
})

test('the best passages come in the order in which they stand', async () => {
  const { knowledge, add } = await givenKnowledge()
  add(
    'first',
    [passage(BREAD, 1), passage(`${FERRY} The ferry is a ferry.`, 2), passage('Cats sleep.', 3)],
    LARGE,
  )
  add('second', [passage(HARBOUR, 1), passage('The ferry sails to the harbour at dawn.', 2)])
  const { excerpts } = await knowledge.retrieve(question('Does the ferry sail to the harbour?'), NEVER)
  expect(excerpts.map(({ document, passage: { firstPage } }) => `${document} ${firstPage}`)).toEqual([
    'first.pdf 2',
    'second.pdf 1',
    'second.pdf 2',
  ])
})

test('of long documents the best passages within the token budget are given', async () => {
  const { knowledge, add } = await givenKnowledge()
  const filler = 'The harbour is a place of many a rope and mast. '.repeat(30)
  const dull = Array.from({ length: 20 }, (_, at) => passage(`${at} ${filler}`, at + 1))
  add(
    'cats',
    Array.from({ length: 40 }, (_, at) => passage(`Cat number ${at} sleeps.`)),
  )
  add('large', [...dull, passage('The harbour master is called Agnes Thorvald.', 41)], LARGE)
  const found = textsOf(
    await knowledge.retrieve(question('Which rope and mast has Agnes, the harbour master?'), NEVER),
  )
  const tokens = found.reduce((sum, text) => sum + estimateTokens(text), 0)
  expect(found.at(-1)).toBe('The harbour master is called Agnes Thorvald.')
  expect(found.length).toBeGreaterThan(3)
  expect(tokens).toBeLessThanOrEqual(EXCERPT_TOKENS)
})

test('text without spaces counts a token for each character', () => {
  expect(estimateTokens('港の灯台は古い')).toBe(7)
  expect(estimateTokens('Old lighthouse')).toBe(4)
})

test('small talk finds nothing in long documents, and neither does the name of the character', async () => {
  const { knowledge, add } = await givenKnowledge()
  add('large', [passage(HARBOUR), passage('Mira was a queen of the islands.')], LARGE)
  expect(await knowledge.retrieve(question('How are you?'), NEVER)).toMatchObject({
    isComplete: false,
    excerpts: [],
  })
  expect(textsOf(await knowledge.retrieve(question('Mira, is the harbour near?'), NEVER))).toEqual([HARBOUR])
})

test('the previous message gives a short question its subject', async () => {
  const { knowledge, add } = await givenKnowledge()
  const sunday = 'On Sundays the pottery market is closed.'
  add('large', [passage('On weekdays the bakery of the abbey opens at six.'), passage(sunday)], LARGE)
  const alone = await knowledge.retrieve(question('And at weekends?'), NEVER)
  expect(textsOf(alone)).toEqual([])
  const after = await knowledge.retrieve(
    question('And at weekends?', 'When is the pottery market open?'),
    NEVER,
  )
  expect(textsOf(after)).toContain(sunday)
})

test('documents that come and go are found and not found without anybody telling the index', async () => {
  const { knowledge, add, remove } = await givenKnowledge()
  add('large', [passage(BREAD)], LARGE)
  const asked = question('Where does the ferry leave?')
  expect(textsOf(await knowledge.retrieve(asked, NEVER))).toEqual([])
  add('ferry', [passage(FERRY)])
  expect(textsOf(await knowledge.retrieve(asked, NEVER))).toEqual([FERRY])
  remove('ferry')
  expect(textsOf(await knowledge.retrieve(asked, NEVER))).toEqual([])
})

test('only what is ready is known, and of what was deleted meanwhile the rest', async () => {
  const { knowledge, add, loseFile } = await givenKnowledge()
  add('queued', [passage(HARBOUR)], { status: 'queued', passages_file: null })
  add('failed', [passage(HARBOUR)], { status: 'failed' })
  add('gone', [passage(FERRY)])
  add('bakery', [passage(BREAD)])
  add('other', [passage(HARBOUR)], { agentId: 'c2' })
  loseFile('gone')
  expect(textsOf(await knowledge.retrieve(question('Hi'), NEVER))).toEqual([BREAD])
  const large = await givenKnowledge()
  large.add('gone', [passage(FERRY)], LARGE)
  large.add('bakery', [passage(BREAD)])
  large.loseFile('gone')
  expect(textsOf(await large.knowledge.retrieve(question('Ferry or bread?'), NEVER))).toEqual([BREAD])
})

test('a full text is read once, and again after its eviction', async () => {
  const { knowledge, add, opened } = await givenKnowledge()
  add('bakery', [passage(BREAD)])
  const [first, second] = await Promise.all([
    knowledge.retrieve(question('a'), NEVER),
    knowledge.retrieve(question('b'), NEVER),
  ])
  expect(opened).toEqual(['text of bakery'])
  expect(first.excerpts[0]?.passage).toBe(second.excerpts[0]?.passage)
  knowledge.evict('c1')
  await knowledge.retrieve(question('c'), NEVER)
  expect(opened).toHaveLength(2)
})

test('when a document is removed, what memory held of it and of the others is dropped', async () => {
  const { knowledge, add, remove, opened } = await givenKnowledge()
  add('bakery', [passage(BREAD)])
  add('harbour', [passage(HARBOUR)])
  await knowledge.retrieve(question('a'), NEVER)
  remove('bakery')
  await knowledge.retrieve(question('b'), NEVER)
  expect(opened).toEqual(['text of bakery', 'text of harbour', 'text of harbour'])
})

test('an index of long documents is built before the first question, which reads no file again', async () => {
  const { knowledge, add, opened, until } = await givenKnowledge()
  add('large', [passage(FERRY)], LARGE)
  knowledge.warm('c1')
  await until(() => opened.length > 0)
  expect(textsOf(await knowledge.retrieve(question('Where is the ferry?'), NEVER))).toEqual([FERRY])
  await knowledge.retrieve(question('Where is the ferry?'), NEVER)
  expect(opened).toEqual(['text of large'])
})

test('documents that cannot be read are logged once, and the character answers without them', async () => {
  const { knowledge, add, fail, logged } = await givenKnowledge()
  add('bakery', [passage(BREAD)])
  const error = new Error('the disk is on fire')
  fail(error)
  expect(await knowledge.retrieve(question('Bread?'), NEVER)).toEqual(NO_KNOWLEDGE)
  expect(await knowledge.retrieve(question('Bread?'), NEVER)).toEqual(NO_KNOWLEDGE)
  const line = 'The documents of a character could not be read; until they can, it answers without them'
  expect(logged).toEqual([[line, { character_id: 'c1', error }]])

  fail(undefined)
  expect(textsOf(await knowledge.retrieve(question('Bread?'), NEVER))).toEqual([BREAD])
  fail(error)
  await knowledge.retrieve(question('Bread?'), NEVER)
  expect(logged).toHaveLength(2)
})

test('an aborted search is not logged as a failure', async () => {
  const { knowledge, add, logged } = await givenKnowledge()
  add('large', [passage(FERRY)], LARGE)
  expect(await knowledge.retrieve(question('Ferry?'), AbortSignal.abort())).toEqual(NO_KNOWLEDGE)
  expect(logged).toEqual([])
})
