import { components, create, getByID, insert, type Results, remove, search } from '@orama/orama'
import type { Timers } from '../../domain/clock.js'
import type {
  CreateSearchIndex,
  IndexedDocument,
  Match,
  SearchIndex,
  SearchQuery,
} from '../../domain/retrieval/ports.js'
import { dotProduct, toUnit } from '../../domain/retrieval/vector.js'
import type { EventLoopYielder } from '../../domain/yield-to-event-loop.js'
import { idf, saturate } from './bm25.js'
import {
  CANDIDATES,
  createIndexComponent,
  createScoreBuffers,
  type DocumentFilter,
  type ScoreBuffers,
  schemaFor,
} from './index-component.js'
import type { Tokenizer } from './tokenizer.js'
import { createImmediateYielder } from './yield-to-event-loop.js'

export type SearchIndexDeps = {
  readonly tokenizer: Tokenizer
  readonly timers: Pick<Timers, 'elapsed'>
}

/** Makes search indexes that share a tokenizer. */
export function searchIndexMaker(deps: SearchIndexDeps): CreateSearchIndex {
  const buffers = createScoreBuffers()
  return ({ dimensions }) => createSearchIndex(deps, { dimensions, buffers })
}

type SearchIndexSettings = { readonly dimensions: number; readonly buffers: ScoreBuffers }

/**
 * A search index in Orama, with an index component of ours: words and vectors side by side, changed by one call at a
 * time. Orama's `hybrid` mode would blend both into one score that cannot be explained, so each is searched by itself.
 */
function createSearchIndex(deps: SearchIndexDeps, settings: SearchIndexSettings): SearchIndex {
  const { dimensions } = settings
  const database = createDatabase(deps.tokenizer, settings)
  let changes: Promise<unknown> = Promise.resolve()
  const runInOrder = (change: (pace: EventLoopYielder) => Promise<void>): Promise<void> => {
    const done = changes.then(() => change(createImmediateYielder(deps.timers)))
    changes = done.catch(() => undefined)
    return done
  }

  return {
    add: (documents) =>
      runInOrder(async (pace) => {
        for (const { id, vector } of documents) {
          if (vector !== undefined) refuseWrongVector(vector, { of: id, dimensions })
          if (pace.isDue()) await pace.yieldToEventLoop()
        }
        for (const document of documents) {
          database.put(document)
          if (pace.isDue()) await pace.yieldToEventLoop()
        }
      }),
    remove: (ids) =>
      runInOrder(async (pace) => {
        for (const id of ids) {
          database.remove(id)
          if (pace.isDue()) await pace.yieldToEventLoop()
        }
      }),
    search: async ({ vector, ...query }) => {
      if (vector !== undefined) refuseWrongVector(vector, { of: 'the query', dimensions })
      const pace = createImmediateYielder(deps.timers)
      const nearest = vector === undefined ? [] : database.searchVectors(vector, query.only)
      if (pace.isDue()) await pace.yieldToEventLoop()
      return database.searchWords(query, { vector, nearest })
    },
    ids: database.ids,
    size: database.size,
    hasVectors: database.hasVectors,
    isFragmented: database.isFragmented,
    bytes: database.bytes,
  }
}

type Expected = { readonly of: string; readonly dimensions: number }

function refuseWrongVector(vector: Float32Array, { of, dimensions }: Expected): void {
  if (vector.length !== dimensions) {
    throw new RangeError(`The vector of ${of} has ${vector.length} numbers, not ${dimensions}`)
  }
  if (!Number.isFinite(dotProduct(vector, vector))) {
    throw new RangeError(`The vector of ${of} holds what is no number`)
  }
}

type Scored = readonly { readonly id: string; readonly score: number }[]
type NearVectors = { readonly vector: Float32Array | undefined; readonly nearest: Scored }

/** An Orama database, and what its index component tells beside what Orama's search gives. */
function createDatabase(tokenizer: Tokenizer, settings: SearchIndexSettings) {
  const index = createIndexComponent(settings)
  const { languages, component } = createOramaTokenizer(tokenizer)
  const database = create({
    schema: schemaFor(settings.dimensions),
    // Orama sorts by every property otherwise, at a great price.
    sort: { enabled: false },
    components: { tokenizer: component, index, documentsStore: createStubStore() },
  })
  // Without hooks Orama works at once: what it gives is no promise.
  const find = (params: object): Scored =>
    (search(database, { limit: CANDIDATES, includeVectors: true, ...params }) as Results<unknown>).hits
  const size = () => database.data.docs.count
  let letters = 0

  const discard = (id: string) => {
    if (getByID(database, id) === undefined) return
    void remove(database, id)
    letters -= id.length
  }
  return {
    put: ({ vector, ...document }: IndexedDocument): void => {
      discard(document.id)
      void insert(database, vector === undefined ? document : { ...document, vector: numbersOf(vector) })
      letters += document.id.length
    },
    remove: discard,
    searchVectors: (vector: Float32Array, only: SearchQuery['only']): Scored =>
      index.hasVectors()
        ? find({ mode: 'vector', vector: { property: 'vector', value: vector }, ...whereOf(only) })
        : [],
    searchWords: (
      { text, ignore = [], only, isWanted = () => true }: Omit<SearchQuery, 'vector'>,
      { vector, nearest }: NearVectors,
    ): Match[] => {
      const words = tokenizer.query(text, { languages, ignore })
      const terms = [...new Set(words.flat())].join(' ')
      // Orama finds every document where no term is asked for.
      const found = terms === '' ? [] : find({ mode: 'fulltext', term: terms, ...whereOf(only) })
      const half = halfOfIdf(words, { documents: size(), holding: index.documentFrequency })
      const wanted = (match: Match): Match[] => (isWanted(match) ? [match] : [])
      if (vector === undefined)
        return found.flatMap(({ id, score }) => wanted({ id, lexical: saturate(score, half), cosine: 0 }))
      const lexical = new Map(found.map(({ id, score }) => [id, score]))
      for (const { id } of terms === '' ? [] : nearest)
        if (!lexical.has(id)) lexical.set(id, index.lexicalScore(id))
      const cosines = new Map(nearest.map(({ id, score }) => [id, score]))
      const unit = toUnit(vector)
      return [...new Set([...lexical.keys(), ...cosines.keys()])].flatMap((id) => {
        const own = index.vectorOf(id)
        const product = cosines.get(id) ?? (own ? dotProduct(unit, own) : 0)
        const cosine = Math.min(1, Math.max(0, product))
        const match = { id, lexical: saturate(lexical.get(id) ?? 0, half), cosine }
        return wanted(own === undefined ? match : { ...match, vector: own })
      })
    },
    ids: () => Object.values(database.data.docs.docs).map(({ id }) => id),
    size,
    hasVectors: index.hasVectors,
    isFragmented: index.isFragmented,
    bytes: () => index.bytes() + BASE_BYTES + size() * DOCUMENT_BYTES + letters,
  }
}

/** Measured on the heap: a database without documents, and what Orama keeps of each beside its index. */
const BASE_BYTES = 16_000
const DOCUMENT_BYTES = 127

/** Orama refuses a Float32Array. A loop, as `Array.from` takes many times as long. */
function numbersOf(vector: Float32Array): number[] {
  const numbers = new Array<number>(vector.length)
  for (let at = 0; at < vector.length; at += 1) numbers[at] = vector[at] ?? 0
  return numbers
}

/** Taken along to the component, which alone looks into it. */
const whereOf = (only: SearchQuery['only']): { readonly where?: DocumentFilter } =>
  only === undefined ? {} : { where: { id: only } }

/** Half of what the words of the query are worth together; of a word's forms the commonest one counts. */
function halfOfIdf(
  words: readonly (readonly string[])[],
  { documents, holding }: { readonly documents: number; readonly holding: (term: string) => number },
): number {
  const worth = words.map((terms) => idf(documents, Math.max(0, ...terms.map(holding))))
  return worth.reduce((sum, each) => sum + each, 0) / 2
}

/** Reads documents by their property; a query consists of terms already, as only this index knows its languages. */
function createOramaTokenizer(tokenizer: Tokenizer) {
  const languages = new Set<number>()
  const tokenize = (raw: string, _language?: string, property?: string): string[] => {
    if (property === undefined) return raw.split(' ')
    const { language, terms } = tokenizer.terms(raw)
    languages.add(language)
    return terms
  }
  const component = { language: 'own', normalizationCache: new Map<string, string>(), tokenize }
  return { languages, component }
}

/**
 * A documents store that keeps ids alone: the texts are in the records. A look-up of an unknown id leaves nothing
 * behind, where Orama's own would give it a number.
 */
function createStubStore() {
  type Store = ReturnType<typeof components.documentsStore.createDocumentsStore>
  const stock: Store = components.documentsStore.createDocumentsStore()
  const get: Store['get'] = (store, id) => {
    const internalId = typeof id === 'number' ? id : store.sharedInternalDocumentStore.idToInternalId.get(id)
    return internalId === undefined ? undefined : store.docs[internalId]
  }
  const store: Store['store'] = (store, id, internalId) => stock.store(store, id, internalId, { id })
  return { ...stock, get, store }
}
