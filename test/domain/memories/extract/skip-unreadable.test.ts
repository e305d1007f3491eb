import { expect, test } from 'vitest'
import {
  type CandidateExtractor,
  UnreadableTurn,
} from '../../../../src/domain/memories/extract/candidate-extractor.js'
import type { MessageRange, UnfinishedRead } from '../../../../src/domain/memories/extract/in-flight-reads.js'
import { extractByRules } from '../../../../src/domain/memories/extract/rules/extract-by-rules.js'
import type { Store } from '../../../../src/store/store.js'
import { givenExtraction, pair } from '../../../support/memories/extraction.js'

/** Rules that cannot read turns with the word `poison`, and what they were given to read. */
function poisonable() {
  const given: string[][] = []
  const source: CandidateExtractor = {
    extractCandidates: async (turns, context) => {
      given.push(turns.map(({ content }) => content))
      const poison = turns.find(({ content }) => content.includes('poison'))
      if (poison !== undefined) throw new UnreadableTurn(poison.id, 'time_limit')
      const noted = context.trackRead ?? ((work) => work())
      return noted(() => extractByRules(turns, context))
    },
  }
  return { source, given }
}

/** Notes of an earlier process, and those that are taken. */
function withNotes(found?: UnfinishedRead) {
  const noted: MessageRange[] = []
  let unfinished = found
  const wrap = (store: Store): Store => ({
    ...store,
    readings: {
      unfinished: async () => unfinished,
      track: async (_, range, work) => {
        noted.push(range)
        return work()
      },
      clear: async () => {
        unfinished = undefined
      },
    },
  })
  return { wrap, noted, unfinished: () => unfinished }
}

test('a turn that cannot be read is skipped for good; all others of the conversation are read', async () => {
  const { source, given } = poisonable()
  const { say, extractor, contents, conversation, logged } = await givenExtraction({ source })
  await say('I live in Lyon.')
  const { id } = await say('My poison is here.')
  await say('I am allergic to nuts.')
  await extractor.extract(pair)
  expect(await contents()).toEqual(['The player is allergic to nuts', 'The player lives in Lyon'])
  expect(await conversation()).toMatchObject({
    skippedMessages: [{ messageId: id, reason: 'time_limit', at: expect.any(String) }],
  })
  expect(logged).toEqual(['A message cannot be read for memories and is skipped from now on'])

  // It would stand before later messages, as what they speak of.
  await say('I work as a nurse.')
  await extractor.extract(pair)
  expect(await contents()).toContain('The player works as a nurse')
  expect(given.filter((turns) => turns.includes('My poison is here.'))).toHaveLength(1)
  expect(logged).toHaveLength(1)
})

test('the words of a message are only looked at while that is noted: by the source and by the plan', async () => {
  const { wrap, noted } = withNotes()
  const { say, extractor } = await givenExtraction({ wrap, source: poisonable().source })
  const first = await say('I live in Lyon.')
  await say('Nice.', { role: 'assistant' })
  const last = await say('I am allergic to nuts.')
  await extractor.extract(pair)
  const range = { first: first.id, last: last.id }
  expect(noted).toEqual([range, range])
})

test('what a process left unfinished is read one message at a time, what comes after it at once', async () => {
  const { wrap, noted, unfinished } = withNotes({ first: 1, last: 2, times: 1 })
  const { say, extractor, contents, conversation } = await givenExtraction({ wrap, ...poisonable() })
  const ids: number[] = []
  for (const line of ['I live in Lyon.', 'I am allergic to nuts.', 'I work as a nurse.', 'My name is Ann.'])
    ids.push((await say(line)).id)
  await extractor.extract(pair)
  const ranges = [...new Set(noted.map(({ first, last }) => `${first}-${last}`))]
  expect(ids).toEqual([1, 2, 3, 4])
  expect(ranges).toEqual(['1-1', '2-2', '3-4'])
  expect(await contents()).toHaveLength(4)
  expect(unfinished()).toBeUndefined()
  expect((await conversation()).skippedMessages).toBeUndefined()
})

test('a message that two processes in a row did not finish is skipped', async () => {
  const { wrap, unfinished } = withNotes({ first: 2, last: 2, times: 2 })
  const { source, given } = poisonable()
  const { say, extractor, contents, conversation } = await givenExtraction({ wrap, source })
  for (const line of ['I live in Lyon.', 'I am allergic to nuts.', 'I work as a nurse.']) await say(line)
  await extractor.extract(pair)
  expect(await contents()).toEqual(['The player lives in Lyon', 'The player works as a nurse'])
  expect(given.flat()).not.toContain('I am allergic to nuts.')
  expect(await conversation()).toMatchObject({
    skippedMessages: [{ messageId: 2, reason: 'process_ended' }],
  })
  expect(unfinished()).toBeUndefined()
})

test('several messages are never skipped together, however many processes ended; nor one that was read', async () => {
  const several = withNotes({ first: 1, last: 2, times: 5 })
  const one = await givenExtraction({ wrap: several.wrap })
  for (const line of ['I live in Lyon.', 'I am allergic to nuts.']) await one.say(line)
  await one.extractor.extract(pair)
  expect(await one.contents()).toHaveLength(2)

  const stale = withNotes({ first: 1, last: 1, times: 2 })
  const other = await givenExtraction({ wrap: stale.wrap, store: one.store })
  await other.say('I work as a nurse.')
  await other.extractor.extract(pair)
  expect((await other.conversation()).skippedMessages).toBeUndefined()
  expect(stale.unfinished()).toBeUndefined()
})
