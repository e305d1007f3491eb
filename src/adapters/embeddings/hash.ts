import { FNV_OFFSET_BASIS, fnv1a, mixBits } from '../../domain/fnv1a.js'
import type { Embeddings } from '../../domain/retrieval/ports.js'
import { toUnit } from '../../domain/retrieval/vector.js'
import type { SearchIndexDeps } from '../search/search-index.js'
import { createImmediateYielder } from '../search/yield-to-event-loop.js'

const DIMENSIONS = 256

/** Texts whose vectors are remembered, the newest: some 5 MB. Who asks twice asks about the same memories. */
const REMEMBERED_VECTORS = 4096

/**
 * Vectors of the words and letter groups of a text, without a model. They make vector search and `similarity` work
 * offline; they know nothing of meaning, so they hardly count (docs/memory.md, Embeddings).
 */
export function createHashEmbeddings({ tokenizer, timers }: SearchIndexDeps): Embeddings {
  const remembered = createVectorCache((text) => embed(tokenizer.terms(text).terms))
  return {
    id: `hash-1-${DIMENSIONS}`,
    dimensions: DIMENSIONS,
    weight: 0.05,
    isQuick: true,
    embed: async (texts, signal) => {
      signal.throwIfAborted()
      const pace = createImmediateYielder(timers)
      const vectors: Float32Array[] = []
      for (const text of texts) {
        const known = remembered.find(text)
        if (known === undefined && pace.isDue()) {
          await pace.yieldToEventLoop()
          signal.throwIfAborted()
        }
        vectors.push(known ?? remembered.make(text))
      }
      return vectors
    },
  }
}

/** Two generations: what is asked for moves to the newer one, and a full one takes the place of the older. */
function createVectorCache(embedText: (text: string) => Float32Array) {
  let newer = new Map<string, Float32Array>()
  let older = newer
  const remember = (text: string, vector: Float32Array): Float32Array => {
    if (newer.size >= REMEMBERED_VECTORS / 2) {
      older = newer
      newer = new Map()
    }
    newer.set(text, vector)
    return vector
  }
  return {
    find: (text: string): Float32Array | undefined => {
      const known = newer.get(text)
      if (known !== undefined) return known
      const old = older.get(text)
      return old && remember(text, old)
    },
    make: (text: string): Float32Array => remember(text, embedText(text)),
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
