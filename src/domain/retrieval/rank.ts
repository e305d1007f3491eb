import { type Factors, factorsOf, type Hints, type RankedFacts, scoreOf } from './factors.js'
import type { Candidate, Embeddings } from './ports.js'
import { createSimilarity } from './similarity.js'

/** How much words and vectors count in `rel`; together 1, so that `rel` is from 0 to 1. */
export type Weights = { readonly lexical: number; readonly cosine: number }

/** Something found, with all that decided its place (memory.md 3). */
export type Hit = {
  readonly candidate: Candidate
  /** How well it fits the question alone, 0 to 1; `similarity` over REST. */
  readonly rel: number
  readonly factors: Factors
  /** `rel` times all factors. */
  readonly score: number
  /** How much it repeats a hit before it, 0 to 1. */
  readonly redundancy: number
}

export const weightsWith = ({ weight }: Pick<Embeddings, 'weight'>): Weights => ({
  lexical: 1 - weight,
  cosine: weight,
})

type PassageSettings = { readonly weights: Weights; readonly limit: number }

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
  readonly factsOf: (candidate: Candidate) => RankedFacts | undefined
}

/** The best memories and turns, those that repeat better ones moved back (MMR). */
export function rankMemories(
  candidates: readonly Candidate[],
  { weights, limit, hints, factsOf }: MemorySettings,
): Hit[] {
  const hits = candidates
    .map((candidate) => toHit(candidate, { weights, factors: factorsOf(factsOf(candidate), hints) }))
    .sort(byScore)
  return thinOut(hits, limit)
}

/** No factor changes anything. */
const NEUTRAL: Factors = { subject: 1, time: 1, entity: 1, prior: 1 }

/** How well a candidate fits the question alone, 0 to 1. */
export const relOf = ({ lexical, cosine }: Candidate, weights: Weights): number =>
  weights.lexical * lexical + weights.cosine * Math.max(0, cosine)

function toHit(candidate: Candidate, how: { readonly weights: Weights; readonly factors: Factors }): Hit {
  const { weights, factors } = how
  const rel = relOf(candidate, weights)
  return { candidate, rel, factors, score: scoreOf(rel, factors), redundancy: 0 }
}

/** Equal scores go by id, so that the order is the same in every run. */
function byScore(a: Hit, b: Hit): number {
  if (a.score !== b.score) return b.score - a.score
  return a.candidate.id < b.candidate.id ? -1 : 1
}

/** How much the score counts against being new (maximal marginal relevance). */
const LAMBDA = 0.8

/** Takes the best hit again and again, where likeness to one that was taken costs. */
function thinOut(hits: readonly Hit[], limit: number): Hit[] {
  const [first] = hits
  if (first === undefined || limit <= 0) return []
  const similarity = createSimilarity()
  const taken: Hit[] = []
  let left = [...hits]
  let next: Hit | undefined = first
  while (next !== undefined && taken.length < limit) {
    const chosen: Hit = next
    taken.push(chosen)
    left = left
      .filter(({ candidate }) => candidate !== chosen.candidate)
      .map((hit) => withRedundancy(hit, () => similarity(hit.candidate, chosen.candidate)))
    next = mostWanted(left, first.score)
  }
  return taken
}

/** Who repeats another one wholly is compared with no more. */
function withRedundancy(hit: Hit, likeness: () => number): Hit {
  if (hit.redundancy === 1) return hit
  const redundancy = likeness()
  return redundancy > hit.redundancy ? { ...hit, redundancy } : hit
}

function mostWanted(hits: readonly Hit[], highest: number): Hit | undefined {
  const wanted = ({ score, redundancy }: Hit) =>
    LAMBDA * (highest > 0 ? score / highest : 0) - (1 - LAMBDA) * redundancy
  let best: Hit | undefined
  for (const hit of hits) if (best === undefined || wanted(hit) > wanted(best)) best = hit
  return best
}
