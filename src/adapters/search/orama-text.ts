import { components, create, insert, remove, type TokenScore } from '@orama/orama'
import type { IndexedDocument } from '../../domain/retrieval/ports.js'
import { FIELD_WEIGHTS, FIELDS, RELEVANCE, type ReadTerms, rarity, type TextIndex } from './text-index.js'
import { createWordLists, type WordLists } from './word-lists.js'

/** Stands between terms: no term holds it. */
const BETWEEN = ' '

/** The full text of up to some ten thousand documents, in Orama. */
export function createOramaText(read: ReadTerms): TextIndex {
  const lists = new Map<string, WordLists>(FIELDS.map((field) => [field, createWordLists()]))
  const db = create({
    schema: { text: 'string', prev: 'string', near: 'string' } as const,
    // Orama sorts by every field otherwise, at a great price.
    sort: { enabled: false },
    components: { tokenizer: createOramaTokenizer(read), index: createOramaIndex(lists) },
  })
  const rank = (term: string): TokenScore[] => {
    const { index, tokenizer, data } = db
    const fields: string[] = [...FIELDS]
    const how = [fields, false, 0, FIELD_WEIGHTS, RELEVANCE] as const
    return index.search(data.index, term, tokenizer, undefined, ...how, data.docs.count, undefined)
  }
  let slots = 0

  return {
    add: (slot, document) => {
      slots = slot + 1
      void insert(db, toRow(slot, document))
    },
    remove: (slot) => void remove(db, String(slot)),
    scores: async (terms) => {
      const scores = new Float32Array(slots)
      for (const [row, score] of rank(terms.join(BETWEEN))) scores[row - 1] = score
      return scores
    },
    holding: (term) => lists.get('text')?.documents(term).length ?? 0,
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

/** Orama gives the field's name with what it stores, and none with what it looks for: those are terms already. */
const createOramaTokenizer = (read: ReadTerms) => ({
  language: 'own',
  normalizationCache: new Map<string, string>(),
  tokenize: (raw: string, _language?: string, field?: string) =>
    field === undefined ? raw.split(BETWEEN) : [...read(raw)],
})

/**
 * Orama's index with another place for words. Its own, a tree, is made for beginnings of words, which nobody asks for
 * here; it merges the documents of a word in quadratic time and takes many times the memory.
 */
function createOramaIndex(lists: ReadonlyMap<string, WordLists>) {
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
    search: (...given: Parameters<Stock['search']>) => {
      const [, term, tokenizer, , fields, , , weights, , documents] = given
      const scores = new Map<number, number>()
      for (const each of tokenizer.tokenize(term)) {
        for (const field of fields) {
          addScores(scores, { list: lists.get(field), term: each, weight: weights[field] ?? 1, documents })
        }
      }
      return [...scores]
    },
  }
}

type Asked = {
  readonly list: WordLists | undefined
  readonly term: string
  readonly weight: number
  readonly documents: number
}

function addScores(scores: Map<number, number>, { list, term, weight, documents }: Asked): void {
  const holding = list?.documents(term) ?? []
  const rare = rarity(documents, holding.length) * weight
  for (const slot of holding) {
    scores.set(slot + 1, (scores.get(slot + 1) ?? 0) + rare * (list?.worth(slot) ?? 0))
  }
}
