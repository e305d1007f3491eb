import type { Statement } from './statement.js'

/** A word of a question: how much it counts, and the words that may stand for it, with how much each counts. */
export type QueryTerm = {
  readonly lemma: string
  readonly weight: number
  readonly variants: ReadonlyMap<string, number>
}

export type Match<S extends Statement> = {
  readonly statement: S
  /** In the order of the source. */
  readonly at: number
  /** How much of the question the statement covers, from 0 to 1; rare words count for more. */
  readonly coverage: number
  /** Which of the terms it holds, or words for them: bit `n` for term `n`. */
  readonly held: number
}

export type StatementIndex<S extends Statement = Statement> = {
  readonly statements: readonly S[]
  /** What covers at least so much of a question; `LEAST_COVERAGE` unless told otherwise. */
  search(terms: readonly QueryTerm[], leastCoverage?: number): readonly Match<S>[]
  /** How many sentences there are, clauses not counted. */
  readonly sentences: number
  /** How many of them hold a lemma themselves. */
  countOf(lemma: string): number
}

/** Fewer statements than these say nothing about how rare a word is. */
const LEAST_STATEMENTS = 20
/** What covers less is not about it at all. */
const LEAST_COVERAGE = 0.2
/** Shorter beginnings say nothing. */
const BEGINNING = 4
/** A word of the same family, such as baker and bakery. */
const RELATED = 0.6
/** A word of the sentence that a pronoun goes back to. */
const CONTEXT = 0.6
/** What the subject of a sentence is known to be. */
const ABOUT = 0.9

/** The best weight of a term in each statement that holds it, or a word for it. */
type Matcher = (term: QueryTerm) => ReadonlyMap<number, number>

/** An inverted index of statements, with coverage weighted by inverse document frequency. */
export function createStatementIndex<S extends Statement>(statements: readonly S[]): StatementIndex<S> {
  const postings = new Map<string, Map<number, number>>()
  const families = new Map<string, string[]>()
  const add = (lemma: string, at: number, weight: number) => {
    const posting = postings.get(lemma) ?? new Map<number, number>()
    if (posting.size === 0) {
      postings.set(lemma, posting)
      const beginning = lemma.slice(0, BEGINNING)
      const family = families.get(beginning) ?? []
      family.push(lemma)
      families.set(beginning, family)
    }
    posting.set(at, Math.max(posting.get(at) ?? 0, weight))
  }
  for (const [at, { lemmas, context, about }] of statements.entries()) {
    for (const lemma of lemmas) add(lemma, at, 1)
    for (const lemma of about) add(lemma, at, ABOUT)
    for (const lemma of context) add(lemma, at, CONTEXT)
  }
  const counts = (lemma: string) => {
    let count = 0
    for (const [at, weight] of postings.get(lemma) ?? [])
      if (weight === 1 && statements[at]?.isClause === false) count += 1
    return count
  }
  return withSearch(statements, counts, (term) => {
    const found = new Map<number, number>()
    const collect = (lemma: string, weight: number) => {
      for (const [at, worth] of postings.get(lemma) ?? [])
        found.set(at, Math.max(found.get(at) ?? 0, weight * worth))
    }
    collect(term.lemma, 1)
    for (const [lemma, weight] of term.variants) collect(lemma, weight)
    for (const lemma of families.get(term.lemma.slice(0, BEGINNING)) ?? [])
      if (lemma !== term.lemma && isFamily(lemma, term.lemma)) collect(lemma, RELATED)
    return found
  })
}

/** The same for a few hundred statements that change with every turn: reading them all costs less than an index. */
export function scanStatements<S extends Statement>(statements: readonly S[]): StatementIndex<S> {
  return withSearch(
    statements,
    () => 0,
    (term) => {
      const found = new Map<number, number>()
      for (const [at, { lemmas, context }] of statements.entries()) {
        const weight = Math.max(weightIn(lemmas, term), CONTEXT * weightIn(context, term))
        if (weight > 0) found.set(at, weight)
      }
      return found
    },
  )
}

/** How well words hold a term: 1 for the word itself, less for one that may stand for it, 0 for neither. */
export function weightIn(lemmas: readonly string[], { lemma, variants }: QueryTerm): number {
  let best = 0
  for (const each of lemmas) {
    if (each === lemma) return 1
    best = Math.max(best, variants.get(each) ?? 0)
    if (best < RELATED && each[0] === lemma[0] && isFamily(each, lemma)) best = RELATED
  }
  return best
}

function withSearch<S extends Statement>(
  statements: readonly S[],
  countOf: (lemma: string) => number,
  matchesOf: Matcher,
): StatementIndex<S> {
  const size = Math.max(statements.length, LEAST_STATEMENTS)
  const idf = (count: number) => Math.log(1 + size / Math.max(count, 1))
  return {
    statements,
    sentences: statements.filter(({ isClause }) => !isClause).length,
    countOf,
    search: (terms, leastCoverage = LEAST_COVERAGE) => {
      const covered = new Map<number, { score: number; held: number }>()
      let all = 0
      for (const [index, term] of terms.slice(0, TERMS_MAX).entries()) {
        const found = matchesOf(term)
        // A word that hardly counts does not count for more because nothing has it.
        const worth = term.weight * (term.weight < 1 ? Math.min(idf(found.size), VAGUE_IDF) : idf(found.size))
        all += worth
        for (const [at, weight] of found) {
          const match = covered.get(at) ?? { score: 0, held: 0 }
          match.score += worth * weight
          match.held |= 1 << index
          covered.set(at, match)
        }
      }
      return [...covered].flatMap(([at, { score, held }]) => {
        const statement = statements[at]
        return statement === undefined || score < leastCoverage * all
          ? []
          : [{ statement, at, coverage: score / all, held }]
      })
    },
  }
}

const VAGUE_IDF = 1.5
/** As many as have a bit each. */
const TERMS_MAX = 30

const ENDING =
  /^(?:er|or|ist|y|ery|al|age|ness|less|ful|ly|ic|ian|man|ship|house|ing|ant|ent|ment|ion|ation|room|shop|land|keep)/

/** Both begin alike for most of their length: "allergic" and "allergy", "light" and "lighthouse". */
function isFamily(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < BEGINNING) return false
  // A scar is no scarf.
  if (long.startsWith(short)) return short.length > BEGINNING || ENDING.test(long.slice(short.length))
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared += 1
  return shared >= 5 && shared >= long.length * 0.7
}
