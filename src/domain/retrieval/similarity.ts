import type { Candidate } from './ports.js'
import { dotProduct } from './vector.js'

/** How alike two candidates are, 0 to 1: by their vectors; by the words they share where one has none. */
export type Similarity = (a: Candidate, b: Candidate) => number

export function createSimilarity(): Similarity {
  // By the text: what is said again and again has its words taken apart once.
  const remembered = new Map<string, ReadonlySet<string>>()
  const wordsOf = ({ document: { text } }: Candidate): ReadonlySet<string> => {
    const known = remembered.get(text)
    if (known !== undefined) return known
    const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
    remembered.set(text, words)
    return words
  }
  return (a, b) =>
    a.vector === undefined || b.vector === undefined
      ? sharedShare(wordsOf(a), wordsOf(b))
      : Math.min(1, Math.max(0, dotProduct(a.vector, b.vector)))
}

/** Jaccard's index. */
function sharedShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a === b) return a.size === 0 ? 0 : 1
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}
