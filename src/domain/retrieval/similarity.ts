import type { Candidate } from './corpus-source.js'
import { dotProductsWith, type SparseVector, toSparse } from './vector.js'

/**
 * How alike others are to a candidate, 0 to 1: by their vectors; by the words they share where one has none. Made once
 * for a candidate that many are compared with.
 */
export type Similarity = (to: Candidate) => (other: Candidate) => number

/** Made once for all who compare the same documents again and again: their words are taken apart once. */
export function createSimilarity(): Similarity {
  const words = createWords()
  const sparseOf = createSparseVectors()
  return (to) => {
    const products = to.vector && dotProductsWith(to.vector, sparseOf(to.vector))
    return ({ vector, document }) => {
      if (products !== undefined && vector !== undefined) return Math.min(1, Math.max(0, products(vector)))
      words.makeRoom()
      return sharedShare(words.of(document.text), words.of(to.document.text))
    }
  }
}

/**
 * The sparse forms of vectors, for as long as these live. Vectors made of words are the same objects in every turn as
 * long as their maker remembers them; those of models are copies, which are not sparse.
 */
function createSparseVectors(): (vector: Float32Array) => SparseVector | undefined {
  const known = new WeakMap<Float32Array, SparseVector>()
  return (vector) => {
    const before = known.get(vector)
    if (before !== undefined) return before
    const sparse = toSparse(vector)
    if (sparse !== undefined) known.set(vector, sparse)
    return sparse
  }
}

/** In all texts that are remembered together: some 10 MB. */
const MOST_WORDS = 200_000

/** The words of texts, each word as a number, those of a text ascending and each once. */
function createWords() {
  const numbers = new Map<string, number>()
  // By the text, not the document: what is said again and again is taken apart once.
  const remembered = new Map<string, readonly number[]>()
  let held = 0

  const numberOf = (word: string): number => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, numbers.size)
    return numbers.size - 1
  }
  return {
    /** Forgets all when it is too much. Two texts are compared by numbers that were given in between. */
    makeRoom: () => {
      if (held <= MOST_WORDS) return
      numbers.clear()
      remembered.clear()
      held = 0
    },
    of: (text: string): readonly number[] => {
      const known = remembered.get(text)
      if (known !== undefined) return known
      const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))].map(numberOf)
      words.sort((a, b) => a - b)
      remembered.set(text, words)
      held += words.length
      return words
    },
  }
}

/** Jaccard's index of two sets of numbers in ascending order. */
function sharedShare(a: readonly number[], b: readonly number[]): number {
  let shared = 0
  let at = 0
  let other = 0
  while (at < a.length && other < b.length) {
    const one = a[at] ?? 0
    const two = b[other] ?? 0
    if (one === two) shared += 1
    if (one <= two) at += 1
    if (two <= one) other += 1
  }
  const all = a.length + b.length - shared
  return all === 0 ? 0 : shared / all
}
