import { expect, test } from 'vitest'
import { NO_KNOWLEDGE } from '../../../src/domain/knowledge/ports.js'
import { EXCERPT_TOKENS, estimateTokens } from '../../../src/domain/knowledge/search-passages.js'
import { givenKnowledge, NEVER, passage, question } from '../../support/knowledge/given-knowledge.js'

const LARGE = { totalTokens: 30_001 }

const HARBOUR = 'The harbour office opens at nine in the morning.'
const FERRY = 'The ferry to the island leaves from the western pier.'
const BREAD = 'The bakery sells rye bread on every weekday.'

const textsOf = ({ excerpts }: { excerpts: readonly { passage: { text: string } }[] }) =>
  excerpts.map(({ passage: { text } }) => text)

test('a character without documents knows nothing, and no index is asked', async () => {
  const { banks, searches } = await givenKnowledge()
  expect(await banks.retrieve(question('When does the office open?'), NEVER)).toEqual(NO_KNOWLEDGE)
  expect(searches()).toBe(0)
})

test.each([
  [29_999, true],
  [30_000, true],
  [30_001, false],
])('of a bank of %i tokens it is %s that it is given whole', async (totalTokens, isWhole) => {
  const { banks, add } = await givenKnowledge()
  add('harbour', [passage(HARBOUR, 1), passage(FERRY, 2)], { totalTokens: totalTokens - 1 })
  add('bakery', [passage(BREAD, 7)], { totalTokens: 1 })
  const knowledge = await banks.retrieve(question('When does the harbour office open?'), NEVER)
  expect(knowledge.isComplete).toBe(isWhole)
  expect(knowledge.documents).toEqual(['harbour.pdf', 'bakery.pdf'])
  expect(textsOf(knowledge)).toEqual(isWhole ? [HARBOUR, FERRY, BREAD] : [HARBOUR])
})

test('an excerpt names its document and its pages', async () => {
  const { banks, add } = await givenKnowledge()
  add('bakery', [{ ...passage(BREAD, 7), lastPage: 8 }])
  add('large', [passage(HARBOUR, 41)], LARGE)
  const { excerpts } = await banks.retrieve(question('Where is the harbour?'), NEVER)
  expect(excerpts).toEqual([
    { documentId: 'large', document: 'large.pdf', passage: { text: HARBOUR, firstPage: 41, lastPage: 41 } },
  ])
  const small = await givenKnowledge()
  small.add('bakery', [{ ...passage(BREAD, 7), lastPage: 8 }])
  expect((await small.banks.retrieve(question('Hi'), NEVER)).excerpts).toMatchObject([
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
  expect(textsOf(await whole.banks.retrieve(question('Hi'), NEVER))).toEqual([
    `${HARBOUR} ${FERRY}`,
    BREAD,
    'Harbour seals sleep.',
  ])
  const large = await givenKnowledge()
  large.add('a', overlapping, LARGE)
  expect(textsOf(await large.banks.retrieve(question('Harbour, ferry or bread?'), NEVER))).toEqual([
    `${HARBOUR} ${FERRY}`,
    BREAD,
    'Harbour seals sleep.',
  ])
})

test('the best passages come in the order in which they stand', async () => {
  const { banks, add } = await givenKnowledge()
  add(
    'first',
    [passage(BREAD, 1), passage(`${FERRY} The ferry is a ferry.`, 2), passage('Cats sleep.', 3)],
    LARGE,
  )
  add('second', [passage(HARBOUR, 1), passage('The ferry sails to the harbour at dawn.', 2)])
  const { excerpts } = await banks.retrieve(question('Does the ferry sail to the harbour?'), NEVER)
  expect(excerpts.map(({ document, passage: { firstPage } }) => `${document} ${firstPage}`)).toEqual([
    'first.pdf 2',
    'second.pdf 1',
    'second.pdf 2',
  ])
})

test('of a large bank no more is given than the budget allows, the best of it', async () => {
  const { banks, add } = await givenKnowledge()
  const filler = 'The harbour is a place of many a rope and mast. '.repeat(30)
  const dull = Array.from({ length: 20 }, (_, at) => passage(`${at} ${filler}`, at + 1))
  add(
    'cats',
    Array.from({ length: 40 }, (_, at) => passage(`Cat number ${at} sleeps.`)),
  )
  add('large', [...dull, passage('The harbour master is called Agnes Thorvald.', 41)], LARGE)
  const found = textsOf(
    await banks.retrieve(question('Which rope and mast has Agnes, the harbour master?'), NEVER),
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

test('small talk finds nothing in a large bank, and neither does the name of the character', async () => {
  const { banks, add } = await givenKnowledge()
  add('large', [passage(HARBOUR), passage('Mira was a queen of the islands.')], LARGE)
  expect(await banks.retrieve(question('How are you?'), NEVER)).toMatchObject({
    isComplete: false,
    excerpts: [],
  })
  expect(textsOf(await banks.retrieve(question('Mira, is the harbour near?'), NEVER))).toEqual([HARBOUR])
})

test('what was said before tells what a short question is about', async () => {
  const { banks, add } = await givenKnowledge()
  const sunday = 'On Sundays the pottery market is closed.'
  add('large', [passage('On weekdays the bakery of the abbey opens at six.'), passage(sunday)], LARGE)
  const alone = await banks.retrieve(question('And at weekends?'), NEVER)
  expect(textsOf(alone)).toEqual([])
  const after = await banks.retrieve(question('And at weekends?', 'When is the pottery market open?'), NEVER)
  expect(textsOf(after)).toContain(sunday)
})

test('documents that come and go are found and not found without anybody telling the index', async () => {
  const { banks, add, remove } = await givenKnowledge()
  add('large', [passage(BREAD)], LARGE)
  const asked = question('Where does the ferry leave?')
  expect(textsOf(await banks.retrieve(asked, NEVER))).toEqual([])
  add('ferry', [passage(FERRY)])
  expect(textsOf(await banks.retrieve(asked, NEVER))).toEqual([FERRY])
  remove('ferry')
  expect(textsOf(await banks.retrieve(asked, NEVER))).toEqual([])
})

test('only what is ready is known, and of what was deleted meanwhile the rest', async () => {
  const { banks, add, loseFile } = await givenKnowledge()
  add('queued', [passage(HARBOUR)], { status: 'queued', passages_file: null })
  add('failed', [passage(HARBOUR)], { status: 'failed' })
  add('gone', [passage(FERRY)])
  add('bakery', [passage(BREAD)])
  add('other', [passage(HARBOUR)], { agentId: 'c2' })
  loseFile('gone')
  expect(textsOf(await banks.retrieve(question('Hi'), NEVER))).toEqual([BREAD])
  const large = await givenKnowledge()
  large.add('gone', [passage(FERRY)], LARGE)
  large.add('bakery', [passage(BREAD)])
  large.loseFile('gone')
  expect(textsOf(await large.banks.retrieve(question('Ferry or bread?'), NEVER))).toEqual([BREAD])
})

test('a bank that is given whole is read once, and again after it was forgotten', async () => {
  const { banks, add, opened } = await givenKnowledge()
  add('bakery', [passage(BREAD)])
  const [first, second] = await Promise.all([
    banks.retrieve(question('a'), NEVER),
    banks.retrieve(question('b'), NEVER),
  ])
  expect(opened).toEqual(['text of bakery'])
  expect(first.excerpts[0]?.passage).toBe(second.excerpts[0]?.passage)
  banks.evict('c1')
  await banks.retrieve(question('c'), NEVER)
  expect(opened).toHaveLength(2)
})

test('a session that is open has the index of a large bank built, and keeps it', async () => {
  const { banks, add, opened } = await givenKnowledge()
  add('large', [passage(FERRY)], LARGE)
  const letGo = banks.pin('c1')
  await banks.retrieve(question('Where is the ferry?'), NEVER)
  await banks.retrieve(question('Where is the ferry?'), NEVER)
  expect(opened).toEqual(['text of large'])
  letGo()
})

test('a bank that cannot be read is told once, and the character answers without it', async () => {
  const { banks, add, fail, logged } = await givenKnowledge()
  add('bakery', [passage(BREAD)])
  const error = new Error('the disk is on fire')
  fail(error)
  expect(await banks.retrieve(question('Bread?'), NEVER)).toEqual(NO_KNOWLEDGE)
  expect(await banks.retrieve(question('Bread?'), NEVER)).toEqual(NO_KNOWLEDGE)
  const line = 'A knowledge bank could not be read; until it can, characters answer without'
  expect(logged).toEqual([[line, { character_id: 'c1', error }]])

  fail(undefined)
  expect(textsOf(await banks.retrieve(question('Bread?'), NEVER))).toEqual([BREAD])
  fail(error)
  await banks.retrieve(question('Bread?'), NEVER)
  expect(logged).toHaveLength(2)
})

test('a search that nobody waits for any more is no failure', async () => {
  const { banks, add, logged } = await givenKnowledge()
  add('large', [passage(FERRY)], LARGE)
  expect(await banks.retrieve(question('Ferry?'), AbortSignal.abort())).toEqual(NO_KNOWLEDGE)
  expect(logged).toEqual([])
})
