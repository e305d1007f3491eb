import type { IndexedDocument } from '../../domain/retrieval/ports.js'
import { createPackedPostingLists } from './packed-posting-lists.js'
import { FIELD_WEIGHTS, FIELDS, idf, type ReadTerms, type TextIndex, termWeight } from './text-index.js'

/** The full text of any number of documents: the same BM25 as Orama's, field by field, over typed arrays. */
export function createTypedText(read: ReadTerms): TextIndex {
  const fields = FIELDS.map((name) =>
    createField({ weight: FIELD_WEIGHTS[name], read: (row) => read(row[name]) }),
  )
  let slots = 0
  let documents = 0

  return {
    add: (slot, document) => {
      slots = slot + 1
      documents += 1
      for (const field of fields) field.add(slot, document)
    },
    remove: (slot, document) => {
      documents -= 1
      for (const field of fields) field.remove(slot, document)
    },
    scores: async (terms, pace) => {
      const scores = new Float32Array(slots)
      for (const term of terms) {
        for (const field of fields) {
          field.score(term, { documents, scores })
          if (pace.isDue()) await pace.yieldToEventLoop()
        }
      }
      return scores
    },
    holding: (term) => fields[0]?.holding(term) ?? 0,
    bytes: () => fields.reduce((sum, field) => sum + field.bytes(), 0),
  }
}

type FieldSettings = {
  readonly weight: number
  readonly read: (document: IndexedDocument) => readonly string[]
}
type Tally = { readonly documents: number; readonly scores: Float32Array }

/**
 * One field. A removed document stays in its terms' lists; its worth is 0 from then on, so it scores nothing, and the
 * terms forget that they were held.
 */
function createField({ weight, read }: FieldSettings) {
  const numbers = new Map<string, number>()
  const postings = createPackedPostingLists()
  const held: number[] = []
  let worth = new Float32Array(1024)
  let letters = 0

  const numberOf = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(term, number)
    held.push(0)
    letters += term.length
    return number
  }
  const count = (number: number, by: number) => {
    held[number] = (held[number] ?? 0) + by
  }

  return {
    add: (slot: number, document: IndexedDocument) => {
      const terms = read(document)
      if (slot >= worth.length) worth = grown(worth, slot + 1)
      worth[slot] = terms.length === 0 ? 0 : weight * termWeight(terms.length)
      for (const term of terms) {
        const number = numberOf(term)
        postings.add(number, slot)
        count(number, 1)
      }
    },
    remove: (slot: number, document: IndexedDocument) => {
      worth[slot] = 0
      for (const term of read(document)) count(numberOf(term), -1)
    },
    score: (term: string, { documents, scores }: Tally) => {
      const number = numbers.get(term)
      if (number === undefined) return
      const rare = idf(documents, held[number] ?? 0)
      postings.addTo(number, { idf: rare, termWeights: worth, scores })
    },
    holding: (term: string) => held[numbers.get(term) ?? -1] ?? 0,
    bytes: () => numbers.size * TERM_BYTES + letters + worth.byteLength + postings.bytes(),
  }
}

/** A place in the map, the term's head and its count: measured on the heap. */
const TERM_BYTES = 80

function grown(array: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(Math.max(length, array.length * 2))
  larger.set(array)
  return larger
}
