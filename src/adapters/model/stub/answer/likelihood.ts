import type { Question } from '../question/read-question.js'
import { confidenceOf } from './confidence.js'
import { isPossible, type Sources } from './find-answer.js'
import { askedOf } from './held-words.js'
import { LIKELIHOOD_WEIGHTS as WEIGHTS } from './likelihood-weights.js'
import type { Found } from './rate.js'
import { type Signs, signsOf } from './signs.js'

/** A statement that may answer, and how it came to be one. */
export type Candidate = { readonly found: Found; readonly signs: Signs }

/** What the rules have found: the best of them, all that shares words with the question, and all that shares less. */
export type Searched = {
  readonly found: readonly Found[]
  readonly candidates: readonly Found[]
  readonly wider: readonly Found[]
}

/** What shares words with a question, but means something else by them, covers less. */
const LEAST_COVERAGE = 0.15
/** So many candidates are weighed: of those that share words, and of those by associations. */
const BY_WORDS_MAX = 30
const BY_ASSOCIATION_MAX = 20

/** All that may answer a question, with what speaks for each. */
export function candidatesOf(
  question: Question,
  { found, candidates, wider }: Searched,
  sources: Pick<Sources, 'own' | 'documents'>,
): readonly Candidate[] {
  const asked = askedOf(question, sources)
  const told = new Set(found.map(({ statement }) => statement))
  const [, rival] = found
  const candidateOf = (each: Found, isWide: boolean): Candidate => ({
    found: each,
    signs: signsOf(asked, each, {
      confidence: confidenceOf(question, each, rival),
      isFound: told.has(each.statement),
      isWide,
    }),
  })
  const may = (each: Found) => isPossible(question, each)
  return [
    ...best(
      candidates.filter((each) => may(each) && each.coverage >= LEAST_COVERAGE),
      BY_WORDS_MAX,
    ).map((each) => candidateOf(each, false)),
    ...best(wider.filter(may), BY_ASSOCIATION_MAX).map((each) => candidateOf(each, true)),
  ]
}

const best = (found: readonly Found[], most: number): readonly Found[] =>
  [...found].sort((a, b) => b.score - a.score).slice(0, most)

/**
 * The candidate that most likely answers, with its estimated probability. The alternatives are all other candidates and
 * that none of them answers, so that of two with equal evidence neither is likely.
 */
export function mostLikely(
  candidates: readonly Candidate[],
): { readonly found: Found; readonly probability: number } | undefined {
  const odds = candidates.map(({ signs }) => Math.exp(logOddsOf(signs)))
  const all = odds.reduce((sum, each) => sum + each, NONE_ODDS)
  let best = -1
  for (const [at, each] of odds.entries()) if (each > (odds[best] ?? 0)) best = at
  const found = candidates[best]?.found
  if (found === undefined) return undefined
  // What says the same, such as a sentence and its only clause, is no alternative.
  const same = candidates.reduce(
    (sum, other, at) => (other.found.statement.key === found.statement.key ? sum + (odds[at] ?? 0) : sum),
    0,
  )
  return { found, probability: same / all }
}

/** That none answers is what the others are compared with. */
const NONE_ODDS = 1

function logOddsOf(signs: Signs): number {
  let sum = 0
  for (const name in WEIGHTS) sum += WEIGHTS[name as keyof Signs] * signs[name as keyof Signs]
  return sum
}
