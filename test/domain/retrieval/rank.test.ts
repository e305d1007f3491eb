import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import type { Candidate } from '../../../src/domain/retrieval/corpus-source.js'
import { factorsFor, type Hints, type RankingFeatures } from '../../../src/domain/retrieval/factors.js'
import {
  chooseMemories,
  type Hit,
  mergeRounds,
  rankMemories,
  rankPassages,
  scoreWeightsFor,
} from '../../../src/domain/retrieval/rank.js'
import { createSimilarity } from '../../../src/domain/retrieval/similarity.js'

const weights = { lexical: 0.5, cosine: 0.5 }
const hints: Hints = { subjects: [], entities: [], time: undefined }

const plain: RankingFeatures = {
  subjects: [],
  entities: [],
  at: undefined,
  retrievability: 1,
  importance: 0.5,
  confidence: 1,
  accessCount: 0,
  layer: 'ltm',
}

const candidate = (id: string, more: Partial<Candidate> & { text?: string } = {}): Candidate => ({
  id,
  lexical: 0,
  cosine: 0,
  document: { id, text: more.text ?? id },
  item: id,
  ...more,
})

const rank = (candidates: Candidate[], facts: Record<string, Partial<RankingFeatures>> = {}, asked = hints) =>
  rankMemories(candidates, {
    weights,
    limit: 10,
    hints: asked,
    featuresOf: ({ id }) => (facts[id] === undefined ? undefined : { ...plain, ...facts[id] }),
  })
const ids = (hits: readonly { candidate: Candidate }[]) => hits.map((hit) => hit.candidate.id)

test('rel is the weighted sum of words and vector, from 0 to 1', () => {
  const [hit] = rankPassages([candidate('a', { lexical: 0.6, cosine: 0.2 })], {
    weights: scoreWeightsFor({ weight: 0.05 }),
    limit: 5,
  })
  expect(hit?.relevance).toBeCloseTo(0.95 * 0.6 + 0.05 * 0.2, 10)
  const all = rankPassages([candidate('a', { lexical: 1, cosine: 1 })], { weights, limit: 5 })
  expect(all[0]?.relevance).toBe(1)
})

test('a negative cosine counts as none', () => {
  const [hit] = rankPassages([candidate('a', { lexical: 0.4, cosine: -1 })], { weights, limit: 5 })
  expect(hit?.relevance).toBeCloseTo(0.2, 10)
})

test('passages go by rel alone, the best so many of them', () => {
  const hits = rankPassages(
    ['a', 'b', 'c', 'd'].map((id, at) => candidate(id, { lexical: at / 10, text: 'the same' })),
    { weights, limit: 3 },
  )
  expect(ids(hits)).toEqual(['d', 'c', 'b'])
  expect(hits[0]?.factors).toEqual({ subject: 1, time: 1, entity: 1, prior: 1 })
})

test('equal hits come in the order of their ids', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => candidate(id, { lexical: 0.5 }))
  if (a === undefined || b === undefined || c === undefined) throw new Error('three were made')
  expect(ids(rankPassages([c, a, b], { weights, limit: 5 }))).toEqual(['a', 'b', 'c'])
  expect(ids(rank([b, c, a]))).toEqual(ids(rank([a, b, c])))
})

test.each([
  ['the one asked about', { subjects: ['Ada'] }, { ...hints, subjects: [' ada'] }, { subject: 1.5 }],
  ['another one', { subjects: ['Bob'] }, { ...hints, subjects: ['Ada'] }, { subject: 1 }],
  ['inside the time', { at: 20 }, { ...hints, time: { from: 20, to: 30 } }, { time: 1.3 }],
  ['at the end of the time', { at: 30 }, { ...hints, time: { from: 20, to: 30 } }, { time: 1.3 }],
  ['after the time', { at: 31 }, { ...hints, time: { from: 20, to: 30 } }, { time: 1 }],
  ['at no known time', { at: undefined }, { ...hints, time: { from: 20, to: 30 } }, { time: 1 }],
  ['with one entity', { entities: ['Lyon', 'Oslo'] }, { ...hints, entities: ['lyon'] }, { entity: 1.15 }],
  [
    'with three entities, of which two count',
    { entities: ['a', 'b', 'c'] },
    { ...hints, entities: ['a', 'b', 'c'] },
    { entity: 1.3 },
  ],
  ['with one entity named twice', { entities: ['a', 'A'] }, { ...hints, entities: ['a'] }, { entity: 1.15 }],
])('a memory of %s gets its factor', (_what, facts, asked, expected) => {
  const factors = factorsFor(asked)({ ...plain, ...facts })
  for (const [name, value] of Object.entries(expected)) {
    expect(factors[name as keyof typeof factors]).toBeCloseTo(value, 10)
  }
})

test.each<[string, Partial<RankingFeatures>, number]>([
  ['fresh and sure', {}, 1],
  ['half forgotten', { retrievability: 0.5 }, 0.925],
  ['unimportant', { importance: 0 }, 0.9],
  ['unsure', { confidence: 0 }, 0.95],
  ['short-term', { layer: 'stm' }, 0.97],
  ['often used', { accessCount: 99 }, 1 + 0.02 * Math.log(100)],
  ['the lowest of all', { retrievability: 0, importance: 0, confidence: 0, layer: 'stm' }, 0.75],
  ['the highest of all', { importance: 1, accessCount: 1e9 }, 1.2],
])('the prior of a memory that is %s is bounded', (_what, facts, expected) => {
  expect(factorsFor(hints)({ ...plain, ...facts }).prior).toBeCloseTo(expected, 10)
})

test('a hit keeps every factor that made its score', () => {
  const asked = { ...hints, subjects: ['ada'], time: { from: 0, to: 9 } }
  const [hit] = rank([candidate('a', { lexical: 0.8 })], { a: { subjects: ['ada'], at: 5 } }, asked)
  expect(hit?.factors).toEqual({ subject: 1.5, time: 1.3, entity: 1, prior: 1 })
  expect(hit?.score).toBeCloseTo(0.4 * 1.5 * 1.3, 10)
})

test('a plain turn has no factors', () => {
  const [hit] = rank([candidate('a', { lexical: 0.8 })], {}, { ...hints, subjects: ['ada'] })
  expect(hit).toMatchObject({ score: 0.4, factors: { subject: 1, time: 1, entity: 1, prior: 1 } })
})

test('a memory of the one asked about passes a somewhat better match', () => {
  const found = [candidate('other', { lexical: 0.6 }), candidate('hers', { lexical: 0.5 })]
  const facts = { other: { subjects: ['bob'] }, hers: { subjects: ['ada'] } }
  expect(ids(rank(found, facts, { ...hints, subjects: ['ada'] }))).toEqual(['hers', 'other'])
})

test('no standing of a memory outdoes a match that is much better', () => {
  const found = [candidate('apt', { lexical: 0.9 }), candidate('dear', { lexical: 0.5 })]
  const facts = {
    apt: { retrievability: 0, importance: 0, confidence: 0, layer: 'stm' as const },
    dear: { importance: 1, accessCount: 1e6 },
  }
  expect(ids(rank(found, facts))).toEqual(['apt', 'dear'])
})

test.each([
  ['words', {}, {}],
  ['vectors', { vector: Float32Array.of(1, 0) }, { vector: Float32Array.of(0, 1) }],
])('what repeats a better hit by its %s moves back behind what is new', (_by, same, other) => {
  const found = [
    candidate('first', { lexical: 0.9, text: 'likes green tea', ...same }),
    candidate('echo', { lexical: 0.88, text: 'likes green tea', ...same }),
    candidate('new', { lexical: 0.8, text: 'works at the harbour', ...other }),
  ]
  const hits = rank(found)
  expect(ids(hits)).toEqual(['first', 'new', 'echo'])
  expect(hits.map(({ redundancy }) => redundancy)).toEqual([0, 0, 1])
})

test('a repetition stays before what hardly fits', () => {
  const found = [
    candidate('first', { lexical: 0.9, text: 'likes green tea' }),
    candidate('echo', { lexical: 0.88, text: 'likes green tea' }),
    candidate('far', { lexical: 0.1, text: 'works at the harbour' }),
  ]
  expect(ids(rank(found))).toEqual(['first', 'echo', 'far'])
})

test('what a question finds after its context counts half, and both are summed', () => {
  const round = (lexicals: Record<string, number>) =>
    rankPassages(
      Object.entries(lexicals).map(([id, lexical]) => candidate(id, { lexical })),
      { weights, limit: 5 },
    )
  const merged = mergeRounds([round({ a: 0.4, b: 0.2 }), round({ b: 0.8, c: 0.4, d: 0.4 })])
  expect(merged.map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
    ['b', 0.3],
    ['a', 0.2],
    ['c', 0.1],
    ['d', 0.1],
  ])
})

test('nothing found, and nothing wanted, is nothing ranked', () => {
  expect(rank([])).toEqual([])
  expect(rankPassages([], { weights, limit: 5 })).toEqual([])
  const none = { weights, limit: 0, hints, featuresOf: () => undefined }
  expect(rankMemories([candidate('a', { lexical: 0.5 })], none)).toEqual([])
})

const WORDS = ['tea', 'chess', 'harbour', 'Lyon', 'Ada']
const anything = fc.array(
  fc.record({
    lexical: fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4),
    text: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join(' ')),
    vector: fc.option(
      fc.constantFrom(Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(0.6, 0.8)),
      {
        nil: undefined,
      },
    ),
  }),
  { maxLength: 30 },
)

test.prop([anything, fc.integer({ min: 0, max: 12 })])(
  'what is taken is what comparing every hit with all that were taken takes',
  (made, limit) => {
    const found = made.map(({ vector, ...rest }, at) =>
      candidate(`c${at}`, { ...rest, ...(vector !== undefined && { vector }) }),
    )
    const hits = rankMemories(found, { weights, limit, hints, featuresOf: () => undefined })
    expect(hits).toEqual(thinnedPlainly(found, limit))
  },
)

test.prop([anything, fc.integer({ min: 0, max: 40 })])(
  'what is chosen in any order is what is chosen in the best order',
  (made, limit) => {
    const found = made.map(({ vector, ...rest }, at) =>
      candidate(`c${at}`, { ...rest, ...(vector !== undefined && { vector }) }),
    )
    const settings = { weights, limit, hints, featuresOf: () => undefined }
    const scoresOf = (hits: readonly Hit[]) =>
      hits.map(({ candidate: { id }, score }) => `${id} ${score}`).sort()
    expect(scoresOf(chooseMemories(found, settings))).toEqual(scoresOf(rankMemories(found, settings)))
  },
)

/** Maximal marginal relevance as it is written down. */
function thinnedPlainly(found: readonly Candidate[], limit: number): Hit[] {
  const left = rankPassages(found, { weights, limit: found.length })
  const highest = left[0]?.score ?? 0
  const similarity = createSimilarity()
  const taken: Hit[] = []
  while (taken.length < limit && left.length > 0) {
    const compared = left.map((hit) => ({
      ...hit,
      redundancy: Math.max(0, ...taken.map((other) => similarity(other.candidate)(hit.candidate))),
    }))
    const wanted = compared.map(
      ({ score, redundancy }) => 0.8 * (highest > 0 ? score / highest : 0) - (1 - 0.8) * redundancy,
    )
    const at = wanted.indexOf(Math.max(...wanted))
    taken.push(...compared.slice(at, at + 1))
    left.splice(at, 1)
  }
  return taken
}
