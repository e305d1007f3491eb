import { grown } from './growing-arrays.js'
import { createPostingLists } from './posting-lists.js'

/**
 * BM25 without regard to length (docs/memory.md, Search index): `k` is how fast repeats stop counting, `d` what any
 * match counts.
 */
const PARAMETERS = { k: 1.2, d: 1 } as const

/** BM25's inverse document frequency: how rare a term is that so many of all documents hold. */
export const idf = (documents: number, holding: number): number =>
  Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))

/** The factor that BM25 multiplies with `idf`: the score of one occurrence in a field of so many terms. */
export function termWeight(fieldLength: number): number {
  const share = 1 / fieldLength
  return (PARAMETERS.d + share * (PARAMETERS.k + 1)) / (share + PARAMETERS.k)
}

/** Brings a sum of BM25 scores to between 0 and 1; `half` is the sum that becomes 0.5. */
export const saturate = (score: number, half: number): number => (score > 0 ? score / (score + half) : 0)

/** One field of the documents of an index. */
export interface Field {
  /** Each term once. */
  add(row: number, terms: readonly string[]): void
  remove(row: number): void
  /** Adds what each occurrence of the term is worth to the score of its row. */
  score(term: string, scores: Float32Array, counted: DocumentCounts): void
  /** How many documents hold the term. */
  holding(term: string, hasRemoved: boolean): number
  bytes(): number
}

export type DocumentCounts = { readonly documents: number; readonly hasRemoved: boolean }

/**
 * A removed row stays in the posting lists of its terms: its weight is 0 from then on, so it scores nothing, and once
 * there is one, the documents that hold a term are counted by their weights.
 */
export function createField(weight: number): Field {
  const postings = createPostingLists()
  let weights = new Float32Array(32)

  const holding = (entry: number, hasRemoved: boolean): number => {
    if (!hasRemoved) return postings.length(entry)
    let alive = 0
    postings.visit(entry, (rows, from, to) => {
      for (let at = from; at < to; at += 1) if ((weights[rows[at] ?? 0] ?? 0) > 0) alive += 1
    })
    return alive
  }
  return {
    add: (row, terms) => {
      if (terms.length === 0) return
      if (row >= weights.length) weights = grown(weights, row + 1)
      weights[row] = weight * termWeight(terms.length)
      for (const term of terms) postings.add(term, row)
    },
    remove: (row) => {
      if (row < weights.length) weights[row] = 0
    },
    score: (term, scores, { documents, hasRemoved }) => {
      const entry = postings.find(term)
      if (entry < 0) return
      const rarity = idf(documents, holding(entry, hasRemoved))
      postings.visit(entry, (rows, from, to) => {
        for (let at = from; at < to; at += 1) {
          const row = rows[at] ?? 0
          scores[row] = (scores[row] ?? 0) + rarity * (weights[row] ?? 0)
        }
      })
    },
    holding: (term, hasRemoved) => holding(postings.find(term), hasRemoved),
    bytes: () => postings.bytes() + weights.byteLength,
  }
}
