import type { Candidate } from './corpus-source.js'
import { type Factors, factorsFor, type Hints, type RankingFeatures, scoreOf } from './factors.js'
import type { Embeddings, Match } from './ports.js'
import { createSimilarity, type Similarity } from './similarity.js'

/** How much words and vectors count in the relevance; together 1, so that it is from 0 to 1. */
export type ScoreWeights = { readonly lexical: number; readonly cosine: number }

/** Something found, with all that decided its place (docs/memory.md, Ranking). */
export type Hit<Item = unknown> = {
  readonly candidate: Candidate<Item>
  /** How well it fits the question alone, 0 to 1; `similarity` over REST. */
  readonly relevance: number
  readonly factors: Factors
  /** `relevance` times all factors. */
  readonly score: number
  /** How much it repeats a hit before it, 0 to 1. */
  readonly redundancy: number
}

export const scoreWeightsFor = ({ weight }: Pick<Embeddings, 'weight'>): ScoreWeights => ({
  lexical: 1 - weight,
  cosine: weight,
})

type PassageSettings = { readonly weights: ScoreWeights; readonly limit: number }

/** The best passages of documents, by relevance alone. */
export function rankPassages<Item>(
  candidates: readonly Candidate<Item>[],
  { weights, limit }: PassageSettings,
): Hit<Item>[] {
  return candidates
    .map((candidate) => toHit(candidate, { weights, factors: NEUTRAL }))
    .sort(byScore)
    .slice(0, limit)
}

type MemorySettings<Item> = PassageSettings & {
  readonly hints: Hints
  /** What is known of a candidate beside its text; undefined: nothing, as of a plain turn. */
  readonly featuresOf: (candidate: Candidate<Item>) => RankingFeatures | undefined
  /** Given by who ranks the same documents again and again. */
  readonly similarity?: Similarity
}

/** The best memories and turns, those that repeat better ones moved back (MMR). */
export const rankMemories = <Item>(
  candidates: readonly Candidate<Item>[],
  { limit, similarity = createSimilarity(), ...scoring }: MemorySettings<Item>,
): Hit<Item>[] => thinOut(scored(candidates, scoring), { limit, similarity })

/** The hits of `rankMemories` in any order; where it would take all they are not compared, and their redundancy is 0. */
export function chooseMemories<Item>(
  candidates: readonly Candidate<Item>[],
  { limit, similarity = createSimilarity(), ...scoring }: MemorySettings<Item>,
): Hit<Item>[] {
  const hits = scored(candidates, scoring)
  return hits.length <= limit ? hits : thinOut(hits, { limit, similarity })
}

const scored = <Item>(
  candidates: readonly Candidate<Item>[],
  { weights, hints, featuresOf }: Pick<MemorySettings<Item>, 'weights' | 'hints' | 'featuresOf'>,
): Hit<Item>[] => {
  const factorsOf = factorsFor(hints)
  return candidates
    .map((candidate) => toHit(candidate, { weights, factors: factorsOf(featuresOf(candidate)) }))
    .sort(byScore)
}

/** No factor changes anything. */
const NEUTRAL: Factors = { subject: 1, time: 1, entity: 1, prior: 1 }

/** How well a candidate fits the question alone, 0 to 1. */
export const relevanceOf = (
  { lexical, cosine }: Pick<Match, 'lexical' | 'cosine'>,
  weights: ScoreWeights,
): number => weights.lexical * lexical + weights.cosine * Math.max(0, cosine)

function toHit<Item>(
  candidate: Candidate<Item>,
  { weights, factors }: { readonly weights: ScoreWeights; readonly factors: Factors },
): Hit<Item> {
  const relevance = relevanceOf(candidate, weights)
  return { candidate, relevance, factors, score: scoreOf(relevance, factors), redundancy: 0 }
}

/** Equal scores go by id, so that the order is the same in every run. */
function byScore(a: Hit, b: Hit): number {
  if (a.score !== b.score) return b.score - a.score
  return a.candidate.id < b.candidate.id ? -1 : 1
}

/** What a question alone found counts whole, what it found after its context half. */
const ROUND_WEIGHTS = [1, 0.5]

export type ScoredItem<Item> = {
  readonly id: string
  readonly item: Item
  readonly text: string
  readonly score: number
  /** Of the first round that found it. */
  readonly hit: Hit<Item>
  /** Which round that was, from 0. */
  readonly round: number
}

/** The hits of a question, and of the same question after its context, as one list, the best first. */
export function mergeRounds<Item>(rounds: readonly (readonly Hit<Item>[])[]): ScoredItem<Item>[] {
  const merged = new Map<string, ScoredItem<Item>>()
  for (const [at, hits] of rounds.entries()) {
    for (const hit of hits) {
      const { id, item, document } = hit.candidate
      const before = merged.get(id)
      const score = (before?.score ?? 0) + (ROUND_WEIGHTS[at] ?? 0) * hit.score
      const { hit: firstHit, round } = before ?? { hit, round: at }
      merged.set(id, { id, item, text: document.text, score, hit: firstHit, round })
    }
  }
  // Equal scores go by id, so that the order is the same in every run.
  return [...merged.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

/** How much the score counts against being new (maximal marginal relevance). */
const LAMBDA = 0.8

/**
 * Takes the best hit again and again, where likeness to one that was taken costs. Being compared with more only lowers
 * what a hit is wanted, so one is compared when it would come next, and most never are.
 */
function thinOut<Item>(
  hits: readonly Hit<Item>[],
  { limit, similarity }: { readonly limit: number; readonly similarity: Similarity },
): Hit<Item>[] {
  const highest = hits[0]?.score ?? 0
  const taken: Hit<Item>[] = []
  const likenesses: ReturnType<Similarity>[] = []
  const redundancies = new Float64Array(hits.length)
  const compared = new Uint32Array(hits.length)
  const wantedWith = (score: number, redundancy: number) =>
    LAMBDA * (highest > 0 ? score / highest : 0) - (1 - LAMBDA) * redundancy
  const atMost = Float64Array.from(hits, ({ score }) => wantedWith(score, 0))
  const wanted = atMost.slice()

  const compare = (at: number, { candidate, score }: Hit<Item>) => {
    const before = redundancies[at] ?? 0
    let redundancy = before
    let other = compared[at] ?? 0
    // Until it is wanted less, which lets another one pass. Who repeats another one wholly is compared with no more.
    for (; other < taken.length && redundancy === before && redundancy !== 1; other += 1) {
      redundancy = Math.max(redundancy, likenesses[other]?.(candidate) ?? 0)
    }
    redundancies[at] = redundancy
    compared[at] = redundancy === 1 ? taken.length : other
    wanted[at] = wantedWith(score, redundancy)
  }
  while (taken.length < Math.min(limit, hits.length)) {
    const at = highestOf(wanted, atMost)
    // There is one as long as not all are taken.
    const hit = hits[at] as Hit<Item>
    if ((compared[at] ?? 0) < taken.length) compare(at, hit)
    else {
      const { candidate, relevance, factors, score } = hit
      taken.push({ candidate, relevance, factors, score, redundancy: redundancies[at] ?? 0 })
      likenesses.push(similarity(candidate))
      wanted[at] = Number.NEGATIVE_INFINITY
    }
  }
  return taken
}

/** Where the highest number stands, of equal ones the first. Each is `atMost` so high, which falls from left to right. */
function highestOf(numbers: Float64Array, atMost: Float64Array): number {
  let best = 0
  let highest = numbers[0] ?? 0
  for (let at = 1; at < numbers.length && (atMost[at] ?? 0) > highest; at += 1) {
    const number = numbers[at] ?? 0
    if (number <= highest) continue
    best = at
    highest = number
  }
  return best
}
