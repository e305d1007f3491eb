import { beforeAll, expect, test } from 'vitest'
import { type CorpusConversation, memoryCorpus } from '../../../support/memories/memory-corpus.js'
import {
  type Batches,
  extractConversation,
  scoreExtraction,
  scoreSupersession,
} from '../../../support/memories/memory-score.js'

const corpus = memoryCorpus()
const halves = ['development', 'held-out'] as const

const extracted = new Map<CorpusConversation, Batches>()
beforeAll(async () => {
  for (const each of corpus) extracted.set(each, await extractConversation(each))
})
const batchesOf = (conversation: CorpusConversation): Batches => extracted.get(conversation) ?? []

function scoreOf(half: CorpusConversation['half']) {
  const scores = corpus
    .filter((each) => each.half === half)
    .map((each) => scoreExtraction(each, batchesOf(each)))
  const sum = (of: (score: (typeof scores)[number]) => number) =>
    scores.reduce((all, score) => all + of(score), 0)
  return {
    precision: sum(({ right }) => right) / sum(({ found }) => found),
    recall: sum(({ right }) => right) / sum(({ expected }) => expected),
    wrong: scores.flatMap(({ wrong }) => wrong),
    fooled: scores.flatMap(({ fooled }) => fooled),
  }
}

test.each(halves)('at least nine of ten memories of the %s half are right', (half) => {
  const { precision, wrong } = scoreOf(half)
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.9)
})

test.each([
  ['development', 0.9],
  ['held-out', 0.7],
] as const)('of the %s half at least %f of what ought to be remembered is', (half, atLeast) => {
  expect(scoreOf(half).recall).toBeGreaterThanOrEqual(atLeast)
})

test.each(halves)('no trap of the %s half is fallen for', (half) => {
  expect(scoreOf(half).fooled).toEqual([])
})

test.each(corpus)('nothing of $name is wrongly retired', (conversation) => {
  expect(scoreSupersession(conversation, batchesOf(conversation)).wrong).toEqual([])
})

test.each(corpus.filter(({ half }) => half === 'development'))(
  'all that is corrected in $name is retired',
  (conversation) => {
    expect(scoreSupersession(conversation, batchesOf(conversation)).missed).toEqual([])
  },
)
