import { components, create, insert, remove } from '@orama/orama'
import type { IndexedDocument } from '../../domain/retrieval/ports.js'
import { createPostingLists, type PostingLists } from './posting-lists.js'
import { FIELD_WEIGHTS, FIELDS, idf, type ReadTerms, type TextIndex } from './text-index.js'

/** The full text of up to some ten thousand documents, in Orama. */
export function createOramaText(read: ReadTerms): TextIndex {
  const lists = new Map<string, PostingLists>(FIELDS.map((field) => [field, createPostingLists()]))
  const db = create({
    schema: { text: 'string', prev: 'string', near: 'string' } as const,
    // Orama sorts by every field otherwise, at a great price.
    sort: { enabled: false },
    components: { tokenizer: createOramaTokenizer(read), index: createOramaIndex(lists) },
  })
  const holding = (field: string, term: string) => lists.get(field)?.documents(term).length ?? 0
  let slots = 0

  return {
    add: (slot, document) => {
      slots = slot + 1
      void insert(db, toRow(slot, document))
    },
    remove: (slot) => void remove(db, String(slot)),
    scores: async (terms) => {
      const sums = new Float64Array(slots)
      for (const term of terms) {
        for (const field of FIELDS) {
          const rare = idf(db.data.docs.count, holding(field, term)) * FIELD_WEIGHTS[field]
          lists.get(field)?.addTo(sums, term, rare)
        }
      }
      return new Float32Array(sums)
    },
    holding: (term) => holding('text', term),
    bytes: () => slots * ROW_BYTES + [...lists.values()].reduce((sum, list) => sum + list.bytes(), 0),
  }
}

/** What Orama keeps of a document beside its words: measured on the heap. */
const ROW_BYTES = 420

/** An empty field is left out, because it would be held as one. Orama numbers its rows from 1 in order: slot + 1. */
const toRow = (slot: number, { text, prev, near }: IndexedDocument) => ({
  id: String(slot),
  text,
  ...(prev !== '' && { prev }),
  ...(near !== '' && { near }),
})

const createOramaTokenizer = (read: ReadTerms) => ({
  language: 'own',
  normalizationCache: new Map<string, string>(),
  tokenize: (raw: string) => [...read(raw)],
})

/**
 * Orama's index with another place for words. Its own, a tree, is made for beginnings of words, which nobody asks for
 * here; it merges the documents of a word in quadratic time and takes many times the memory. Nor is Orama's search of
 * use, whose rows of two are made again for every document of a common word: scores are read from the lists.
 */
function createOramaIndex(lists: ReadonlyMap<string, PostingLists>) {
  type Stock = ReturnType<typeof components.index.createIndex>
  const stock: Stock = components.index.createIndex()
  return {
    ...stock,
    insert: (...[, , field, , row, value, , , tokenizer]: Parameters<Stock['insert']>) => {
      lists.get(field)?.add(row - 1, tokenizer.tokenize(String(value), undefined, field))
    },
    remove: (...[, , field, , row, value, , , tokenizer]: Parameters<Stock['remove']>) => {
      lists.get(field)?.remove(row - 1, tokenizer.tokenize(String(value), undefined, field))
      return true
    },
  }
}
