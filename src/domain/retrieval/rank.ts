import { type Factors, factorsOf, type Hints, type RankingFeatures, scoreOf } from './factors.js'
import type { Candidate, Embeddings } from './ports.js'
import { createSimilarity, type Similarity } from './similarity.js'

/** How much words and vectors count in `rel`; together 1, so that `rel` is from 0 to 1. */
export type ScoreWeights = { readonly lexical: number; readonly cosine: number }

/** Something found, with all that decided its place (docs/memory.md, Ranking). */
export type Hit = {
  readonly candidate: Candidate
  /** How well it fits the question alone, 0 to 1; `similarity` over REST. */
  readonly relevance: number
  readonly factors: Factors
  /** `rel` times all factors. */
  readonly score: number
  /** How much it repeats a hit before it, 0 to 1. */
  readonly redundancy: number
}

export const scoreWeightsFor = ({ weight }: Pick<Embeddings, 'weight'>): ScoreWeights => ({
  lexical: 1 - weight,
  cosine: weight,
})

type PassageSettings = { readonly weights: ScoreWeights; readonly limit: number }

/** The best passages of documents, by `rel` alone. */
export function rankPassages(candidates: readonly Candidate[], { weights, limit }: PassageSettings): Hit[] {
  return candidates
    .map((candidate) => toHit(candidate, { weights, factors: NEUTRAL }))
    .sort(byScore)
    .slice(0, limit)
}

type MemorySettings = PassageSettings & {
  readonly hints: Hints
  /** What is known of a candidate beside its text; undefined: nothing, as of a plain turn. */
  readonly featuresOf: (candidate: Candidate) => RankingFeatures | undefined
  /** Given by who ranks the same documents again and again. */
  readonly similarity?: Similarity
}

/** The best memories and turns, those that repeat better ones moved back (MMR). */
export const rankMemories = (
  candidates: readonly Candidate[],
  { limit, similarity = createSimilarity(), ...scoring }: MemorySettings,
): Hit[] => thinOut(scored(candidates, scoring), { limit, similarity })

/** The hits of `rankMemories` in any order; where it would take all they are not compared, and their redundancy is 0. */
export function chooseMemories(
  candidates: readonly Candidate[],
  { limit, similarity = createSimilarity(), ...scoring }: MemorySettings,
): Hit[] {
  const hits = scored(candidates, scoring)
  return hits.length <= limit ? hits : thinOut(hits, { limit, similarity })
}

const scored = (
  candidates: readonly Candidate[],
  { weights, hints, featuresOf: factsOf }: Pick<MemorySettings, 'weights' | 'hints' | 'featuresOf'>,
): Hit[] =>
  candidates
    .map((candidate) => toHit(candidate, { weights, factors: factorsOf(factsOf(candidate), hints) }))
    .sort(byScore)

/** No factor changes anything. */
const NEUTRAL: Factors = { subject: 1, time: 1, entity: 1, prior: 1 }

/** How well a candidate fits the question alone, 0 to 1. */
export const relevanceOf = (
  { lexical, cosine }: Pick<Candidate, 'lexical' | 'cosine'>,
  weights: ScoreWeights,
): number => weights.lexical * lexical + weights.cosine * Math.max(0, cosine)

function toHit(
  candidate: Candidate,
  how: { readonly weights: ScoreWeights; readonly factors: Factors },
): Hit {
  const { weights, factors } = how
  const rel = relevanceOf(candidate, weights)
  return { candidate, relevance: rel, factors, score: scoreOf(rel, factors), redundancy: 0 }
}

/** Equal scores go by id, so that the order is the same in every run. */
function byScore(a: Hit, b: Hit): number {
  if (a.score !== b.score) return b.score - a.score
  return a.candidate.id < b.candidate.id ? -1 : 1
}

/** How much the score counts against being new (maximal marginal relevance). */
const LAMBDA = 0.8

/**
 * Takes the best hit again and again, where likeness to one that was taken costs. Being compared with more only lowers
 * what a hit is wanted, so one is compared when it would come next, and most never are.
 */
function thinOut(
  hits: readonly Hit[],
  { limit, similarity }: { readonly limit: number; readonly similarity: Similarity },
): Hit[] {
  const highest = hits[0]?.score ?? 0
  const taken: Hit[] = []
  const redundancies = new Float64Array(hits.length)
  const compared = new Uint32Array(hits.length)
  const wantedWith = (score: number, redundancy: number) =>
    LAMBDA * (highest > 0 ? score / highest : 0) - (1 - LAMBDA) * redundancy
  const atMost = Float64Array.from(hits, ({ score }) => wantedWith(score, 0))
  const wanted = atMost.slice()

  const compare = (at: number, { candidate, score }: Hit) => {
    const before = redundancies[at] ?? 0
    let redundancy = before
    let other = compared[at] ?? 0
    // Until it is wanted less, which lets another one pass. Who repeats another one wholly is compared with no more.
    for (; other < taken.length && redundancy === before && redundancy !== 1; other += 1) {
      redundancy = Math.max(redundancy, similarity(candidate, (taken[other] as Hit).candidate))
    }
    redundancies[at] = redundancy
    compared[at] = redundancy === 1 ? taken.length : other
    wanted[at] = wantedWith(score, redundancy)
  }
  while (taken.length < Math.min(limit, hits.length)) {
    const at = highestOf(wanted, atMost)
    // There is one as long as not all are taken.
    const hit = hits[at] as Hit
    if ((compared[at] ?? 0) < taken.length) compare(at, hit)
    else {
      taken.push({ ...hit, redundancy: redundancies[at] ?? 0 })
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
