import type { IndexedDocument } from '../../domain/retrieval/ports.js'
import type { EventLoopYielder } from '../../domain/yield-to-event-loop.js'

/** Fields that are searched, and how much a match in each counts (docs/memory.md, Search index). */
export const FIELD_WEIGHTS = { text: 1, prev: 0.5, near: 0.2 } as const
export const FIELDS = ['text', 'prev', 'near'] as const satisfies readonly (keyof typeof FIELD_WEIGHTS)[]

/**
 * BM25 without regard to length (docs/memory.md, Search index): `k` how fast repeats stop to count, `d` what any
 * match counts.
 */
export const BM25_PARAMETERS = { k: 1.2, b: 0, d: 1 } as const

/** BM25's inverse document frequency: how rare a term is that so many of all documents hold. */
export const idf = (documents: number, holding: number): number =>
  Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))

/** The factor that BM25 multiplies with `idf`: the score of one occurrence in a field of `fieldLength` terms. */
export function termWeight(fieldLength: number): number {
  const share = 1 / fieldLength
  return (BM25_PARAMETERS.d + share * (BM25_PARAMETERS.k + 1)) / (share + BM25_PARAMETERS.k)
}

/**
 * The full text of an index. Documents are numbered from 0 in the order in which they are added; a number is never used
 * again. Knows nothing of vectors.
 */
export interface TextIndex {
  /** `slot` is the next number. */
  add(slot: number, document: IndexedDocument): void
  /** Expects the document as it was added. */
  remove(slot: number, document: IndexedDocument): void
  /** BM25 of these terms by slot, up to the last that was given when it was called; 0 where none of them stands. */
  scores(terms: readonly string[], pace: EventLoopYielder): Promise<Float32Array>
  /** How many documents' `text` holds the term. */
  holding(term: string): number
  /** Memory it holds, in bytes, without the documents themselves. */
  bytes(): number
}

/** The terms of one field. */
export type ReadTerms = (text: string) => readonly string[]
