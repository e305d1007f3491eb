import { expect, test } from 'vitest'
import { createHashEmbeddings } from '../../../src/adapters/embeddings/hash.js'
import { searchIndexMaker } from '../../../src/adapters/search/search-index.js'
import { rankPassages, scoreWeightsFor } from '../../../src/domain/retrieval/rank.js'
import {
  type KnowledgeQuestion,
  knowledgePassages,
  knowledgeQuestions,
} from '../../support/knowledge/knowledge-corpus.js'
import { loadTokenizer } from '../../support/memories/search.js'

const deps = { tokenizer: await loadTokenizer(), timers: { elapsed: () => 0 } }
const embeddings = createHashEmbeddings(deps)
const passages = knowledgePassages()
const pageOf = new Map(passages.map(({ id, type, page }) => [id, `${type} ${page}`]))
const questions = knowledgeQuestions()
const wanted = new AbortController().signal

/** One bank with all documents, as the service would make it. */
const index = searchIndexMaker(deps)(embeddings)
const vectors = await embeddings.embed(
  passages.map(({ text }) => text),
  wanted,
)
await index.add(
  passages.map(({ page: _page, ...passage }, at) => {
    const vector = vectors[at]
    return vector === undefined ? passage : { ...passage, vector }
  }),
)

async function isFound({ document, pages, question }: KnowledgeQuestion, among: number): Promise<boolean> {
  const [vector] = await embeddings.embed([question], wanted)
  const candidates = await index.search({ text: question, ...(vector !== undefined && { vector }) })
  const hits = rankPassages(candidates, { weights: scoreWeightsFor(embeddings), limit: among })
  const found = hits.map(({ candidate }) => pageOf.get(candidate.id))
  return pages.some((page) => found.includes(`${document} ${page}`))
}

const recall = async (asked: readonly KnowledgeQuestion[], among: number) => {
  const found = await Promise.all(asked.map((question) => isFound(question, among)))
  const missed = asked.filter((_, at) => !found[at]).map(({ question }) => question)
  return { share: 1 - missed.length / asked.length, missed }
}

test('the corpus asks enough, and of pages that exist', () => {
  expect(questions.length).toBeGreaterThanOrEqual(40)
  expect(passages.length).toBeGreaterThan(60)
  const pages = new Set(pageOf.values())
  const unknown = questions.flatMap(({ document, pages: of }) => of.map((page) => `${document} ${page}`))
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
