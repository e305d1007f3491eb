import { FNV_OFFSET_BASIS, fnv1a, mixBits } from '../../domain/fnv1a.js'
import type { Embeddings } from '../../domain/retrieval/ports.js'
import { toUnit } from '../../domain/retrieval/vector.js'
import type { SearchIndexDeps } from '../search/search-index.js'
import { createImmediateYielder } from '../search/yield-to-event-loop.js'

const DIMENSIONS = 256

/**
 * Vectors of the words and letter groups of a text, without a model. They make vector search and `similarity` work
 * offline; they know nothing of meaning, so they hardly count (docs/memory.md, Embeddings).
 */
export function createHashEmbeddings({ tokenizer, timers }: SearchIndexDeps): Embeddings {
  return {
    id: `hash-1-${DIMENSIONS}`,
    dimensions: DIMENSIONS,
    weight: 0.05,
    isQuick: true,
    embed: async (texts, signal) => {
      const pace = createImmediateYielder(timers)
      const vectors: Float32Array[] = []
      for (const text of texts) {
        signal.throwIfAborted()
        vectors.push(embed(tokenizer.terms(text).terms))
        if (pace.isDue()) await pace.yieldToEventLoop()
      }
      return vectors
    },
  }
}

function embed(terms: readonly string[]): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  const add = (hash: number, amount: number) => {
    const at = hash % DIMENSIONS
    // A sign of its own lets features that meet in one place cancel out instead of adding up.
    vector[at] = (vector[at] ?? 0) + (hash >>> 31 === 0 ? amount : -amount)
  }
  for (const term of terms) {
    // A space marks the beginning of a term, its terminator the end.
    const marked = ` ${term}`
    add(hashOf(marked, 1, marked.length), 1)
    // All groups of three letters together weigh what the word does.
    const groups = marked.length - 2
    const weight = 1 / Math.sqrt(groups)
    for (let from = 0; from < groups; from += 1) add(hashOf(marked, from, from + 3), weight)
  }
  return toUnit(vector)
}

/** FNV-1a of the letters from one up to but without another, 32 bits, stirred once more because its low bits mix badly. */
function hashOf(text: string, from: number, to: number): number {
  let hash = FNV_OFFSET_BASIS
  for (let at = from; at < to; at += 1) hash = fnv1a(hash, text.charCodeAt(at))
  return mixBits(hash)
}
