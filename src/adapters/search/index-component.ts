import { type AnyIndexStore, components, type IIndex, type TokenScore } from '@orama/orama'
import { createField } from './bm25.js'
import { createRows, createRowVectors } from './rows.js'

/**
 * An index component for Orama: BM25 over posting lists in typed arrays, and vectors searched exactly. Orama's own
 * matches the beginnings of words, takes many times the memory, and merges the documents of a common word in quadratic
 * time.
 */
export type IndexComponent = IIndex<AnyIndexStore> & {
  /** Of the last full-text search of any index: to be asked for right after it. */
  lexicalScore(id: string): number
  /** A copy; undefined when the document has none. */
  vectorOf(id: string): Float32Array | undefined
  /** How many documents hold the term in their text. */
  documentFrequency(term: string): number
  hasVectors(): boolean
  /** Whether more than half of what it holds belongs to removed documents. */
  isFragmented(): boolean
  bytes(): number
}

/** How many of each kind of search are found. */
export const CANDIDATES = 100

/** What a match counts in the text itself, and in the text beside it. */
const FIELD_WEIGHTS = { text: 1, aside: 0.2 } as const

/** In the order in which Orama hands them over: the id comes first. */
const PROPERTIES = { id: 'string', text: 'string', aside: 'string', previous: 'string' } as const
export const schemaFor = (dimensions: number) =>
  dimensions === 0 ? PROPERTIES : ({ ...PROPERTIES, vector: `vector[${dimensions}]` } as const)

/** The scores of one search, for all indexes together: a search is over before the next one begins. */
export type ScoreBuffers = { own: Float32Array; total: Float32Array }
export const createScoreBuffers = (): ScoreBuffers => ({
  own: new Float32Array(1024),
  total: new Float32Array(1024),
})

type IndexSettings = { readonly dimensions: number; readonly buffers: ScoreBuffers }
type Insert = Parameters<IIndex<AnyIndexStore>['insert']>
type Search = Parameters<IIndex<AnyIndexStore>['search']>

export function createIndexComponent({ dimensions, buffers }: IndexSettings): IndexComponent {
  const schema = schemaFor(dimensions)
  const parts = createParts(dimensions)
  const { rows, text, aside, vectors } = parts
  let ids: IdStore = { idToInternalId: new Map(), internalIdToId: [] }
  const rowOf = (id: string): number => rows.rowOf(ids.idToInternalId.get(id) ?? 0)

  return {
    // What Orama asks of its own index alone stays as it is.
    ...(components.index.createIndex() as unknown as IIndex<AnyIndexStore>),
    create: (_, shared) => {
      ids = shared
      return { vectorIndexes: dimensions === 0 ? {} : { vector: vectorTree(dimensions, vectors) } }
    },
    getSearchableProperties: () => Object.keys(schema),
    getSearchablePropertiesWithTypes: () => schema,
    insert: (...args) => insertProperty(parts, ids, args),
    // The stub of a document holds its id alone, so this is called once for each.
    remove: (...[, , , , internalId]) => {
      const row = rows.rowOf(internalId)
      for (const part of [text, aside, vectors]) part.remove(row)
      rows.remove(internalId)
      return true
    },
    search: (...args) => findRows(parts, buffers, args),
    searchByWhereClause: (...[, , where]) => internalIdsOf(where, ids),
    lexicalScore: (id) => buffers.total[rowOf(id)] ?? 0,
    vectorOf: (id) => vectors.at(rowOf(id)),
    documentFrequency: (term) => text.holding(term, rows.hasRemoved()),
    hasVectors: () => vectors.size() > 0,
    isFragmented: rows.isFragmented,
    bytes: () => rows.bytes() + text.bytes() + aside.bytes() + vectors.bytes(),
  }
}

type Parts = ReturnType<typeof createParts>

function createParts(dimensions: number) {
  const rows = createRows()
  return {
    rows,
    text: createField(FIELD_WEIGHTS.text),
    aside: createField(FIELD_WEIGHTS.aside),
    vectors: createRowVectors(dimensions, rows),
  }
}

function insertProperty({ rows, text, aside, vectors }: Parts, ids: IdStore, args: Insert): void {
  const [, , property, , internalId, value, , , tokenizer] = args
  if (property === 'id') rows.add(internalId)
  const row = rows.rowOf(internalId)
  switch (property) {
    case 'text':
    case 'aside': {
      const field = property === 'text' ? text : aside
      field.add(row, tokenizer.tokenize(String(value), undefined, property))
      break
    }
    case 'previous':
      rows.setPrevious(row, ids.idToInternalId.get(String(value)) ?? 0)
      break
    case 'vector':
      // Orama has checked that it is an array of numbers.
      vectors.add(row, new Float32Array(value as number[]))
  }
}

function findRows({ rows, text, aside }: Parts, buffers: ScoreBuffers, args: Search): TokenScore[] {
  const [, terms, tokenizer, , , , , , , documents, among] = args
  const own = clearedBuffer(buffers, 'own', rows.count())
  const counts = { documents, hasRemoved: rows.hasRemoved() }
  for (const term of tokenizer.tokenize(terms)) {
    text.score(term, own, counts)
    aside.score(term, own, counts)
  }
  const total = rows.addNeighbours(own, clearedBuffer(buffers, 'total', rows.count()))
  return rows.best(total, { count: CANDIDATES, among })
}

/** Where Orama looks for vectors. Of its own class it asks `size` and `find` alone, so the cast is safe. */
function vectorTree(
  size: number,
  vectors: ReturnType<typeof createRowVectors>,
): AnyIndexStore['vectorIndexes'][string] {
  const find = (query: ArrayLike<number>, _least: number, among: Set<number> | undefined) =>
    vectors.nearest(query, { count: CANDIDATES, among })
  const node = { size, find } as unknown as AnyIndexStore['vectorIndexes'][string]['node']
  return { type: 'Vector', node, isArray: false }
}

/** Orama's numbers of the documents, from 1. */
type IdStore = {
  readonly idToInternalId: ReadonlyMap<string, number>
  readonly internalIdToId: readonly string[]
}

/** A filter of documents by their ids, as Orama's `where` takes it along. */
export type DocumentFilter = { readonly id: (id: string) => boolean }

/** The cast is safe: Orama hands the set to `search` and `find` below, which ask `has` alone. */
const internalIdsOf = (where: object, { internalIdToId }: IdStore): Set<number> => {
  const { id: isWanted } = where as DocumentFilter
  return { has: (internalId: number) => isWanted(internalIdToId[internalId - 1] ?? '') } as Set<number>
}

function clearedBuffer(buffers: ScoreBuffers, name: keyof ScoreBuffers, length: number): Float32Array {
  if (buffers[name].length < length) buffers[name] = new Float32Array(Math.ceil(length * 1.5))
  return buffers[name].subarray(0, length).fill(0)
}
