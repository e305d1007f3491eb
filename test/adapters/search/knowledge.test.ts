import { expect, test } from 'vitest'
import { createCorpora } from '../../../src/domain/retrieval/corpus.js'
import { rankPassages } from '../../../src/domain/retrieval/rank.js'
import {
  type KnowledgePassage,
  type KnowledgeQuestion,
  knowledgePassages,
  knowledgeQuestions,
} from '../../support/knowledge/knowledge-corpus.js'
import { sourceOf } from '../../support/memories/corpus.js'
import { createKeywordSearch } from '../../support/sessions/replay-conversation.js'

const passages = knowledgePassages()
const questions = knowledgeQuestions()
const pageOf = ({ document, page }: Pick<KnowledgePassage, 'document' | 'page'>) => `${document} ${page}`

const note = () => undefined
/** One corpus with all documents, as the service would make it. */
const corpora = createCorpora({
  source: sourceOf(passages),
  search: await createKeywordSearch(),
  timers: { after: () => note },
  log: { debug: note, info: note, warn: note, error: note },
})

async function isFound({ document, pages, question }: KnowledgeQuestion, among: number): Promise<boolean> {
  const { rounds, weights } = await corpora.search('all', { text: question })
  const hits = rankPassages(rounds[0]?.candidates ?? [], { weights, limit: among })
  const found = hits.map(({ candidate }) => pageOf(candidate.item))
  return pages.some((page) => found.includes(pageOf({ document, page })))
}

const recall = async (asked: readonly KnowledgeQuestion[], among: number) => {
  const found = await Promise.all(asked.map((question) => isFound(question, among)))
  const missed = asked.filter((_, at) => !found[at]).map(({ question }) => question)
  return { share: 1 - missed.length / asked.length, missed }
}

test('the corpus asks enough, and of pages that exist', () => {
  expect(questions.length).toBeGreaterThanOrEqual(40)
  expect(passages.length).toBeGreaterThan(60)
  const pages = new Set(passages.map(pageOf))
  const unknown = questions.flatMap(({ document, pages: of }) => of.map((page) => pageOf({ document, page })))
  expect(unknown.filter((page) => !pages.has(page))).toEqual([])
})

test('no question is a sentence of its document', () => {
  const all = passages.map(({ text }) => text.toLowerCase()).join('\n')
  const copied = questions.filter(({ question }) =>
    all.includes(question.toLowerCase().replace(/[?？。 ]+$/, '')),
  )
  expect(copied).toEqual([])
})

test('at least nine answers in ten are among the best five passages, without a model', async () => {
  const { share, missed } = await recall(questions, 5)
  expect(share, `missed: ${missed.join(' | ')}`).toBeGreaterThanOrEqual(0.9)
})

test.each([
  ['English', ['harbour-handbook', 'espresso-machine', 'staff-rules', 'tram-conditions']],
  ['German', ['gartenordnung']],
  ['French', ['musee']],
  ['Japanese', ['ryokan']],
])('in %s alone at least two answers in three are found', async (_language, documents) => {
  const asked = questions.filter(({ document }) => documents.includes(document))
  const { share, missed } = await recall(asked, 5)
  expect(share, `missed: ${missed.join(' | ')}`).toBeGreaterThanOrEqual(2 / 3)
})
