import type { Embeddings } from '../../domain/retrieval/ports.js'
import { toUnit } from '../../domain/retrieval/vector.js'
import { createPace } from '../search/pace.js'
import type { SearchIndexDeps } from '../search/search-index.js'

const DIMENSIONS = 256

/**
 * Vectors of the words and letter groups of a text, without a model. They make vector search and `similarity` work
 * offline; they know nothing of meaning, so they hardly count (memory.md 1).
 */
export function createHashEmbeddings({ tokenizer, timers }: SearchIndexDeps): Embeddings {
  return {
    id: `hash-1-${DIMENSIONS}`,
    dimensions: DIMENSIONS,
    weight: 0.05,
    isQuick: true,
    embed: async (texts, signal) => {
      const pace = createPace(timers)
      const vectors: Float32Array[] = []
      for (const text of texts) {
        signal.throwIfAborted()
        vectors.push(embed(tokenizer.terms(text).terms))
        if (pace.isDue()) await pace.breathe()
      }
      return vectors
    },
  }
}

function embed(terms: readonly string[]): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  const add = (feature: string, amount: number) => {
    const hash = hashOf(feature)
    const at = hash % DIMENSIONS
    // A sign of its own lets features that meet in one place cancel out instead of adding up.
    vector[at] = (vector[at] ?? 0) + (hash >>> 31 === 0 ? amount : -amount)
  }
  for (const term of terms) {
    add(term, 1)
    // All groups of a word together weigh what the word does.
    const groups = trigramsOf(term)
    for (const group of groups) add(group, 1 / Math.sqrt(groups.length))
  }
  return toUnit(vector)
}

/** The terminator of a term marks its end. */
function trigramsOf(term: string): string[] {
  const letters = [...` ${term}`]
  return letters.slice(2).map((_, at) => `${letters[at]}${letters[at + 1]}${letters[at + 2]}`)
}

/** FNV-1a, 32 bits, stirred once more because its low bits mix badly. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
