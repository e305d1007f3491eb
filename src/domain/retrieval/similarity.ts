import type { Candidate } from './ports.js'
import { dotProduct } from './vector.js'

/** How alike two candidates are, 0 to 1: by their vectors; by the words they share where one has none. */
export function createSimilarity(): (a: Candidate, b: Candidate) => number {
  const remembered = new Map<string, ReadonlySet<string>>()
  const wordsOf = ({ id, document }: Candidate): ReadonlySet<string> => {
    const words = remembered.get(id) ?? new Set(document.text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
    remembered.set(id, words)
    return words
  }
  return (a, b) =>
    a.vector === undefined || b.vector === undefined
      ? sharedShare(wordsOf(a), wordsOf(b))
      : Math.min(1, Math.max(0, dotProduct(a.vector, b.vector)))
}

/** Jaccard's index. */
function sharedShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}
