import type { Timers } from '../../domain/clock.js'
import type { Candidate, CreateSearchIndex, SearchIndex, SearchQuery } from '../../domain/retrieval/ports.js'
import { dotProduct } from '../../domain/retrieval/vector.js'
import type { EventLoopYielder } from '../../domain/yield-to-event-loop.js'
import { best } from './best.js'
import { createSegment, type Segment } from './segment.js'
import { idf } from './text-index.js'
import type { Tokenizer } from './tokenizer.js'
import { createImmediateYielder } from './yield-to-event-loop.js'

export type SearchIndexDeps = {
  readonly tokenizer: Tokenizer
  readonly timers: Pick<Timers, 'elapsed'>
}

/** How many of each kind of search become candidates. */
const BEST = 100

/** Makes search indexes that share a tokenizer. */
export const searchIndexMaker =
  (deps: SearchIndexDeps): CreateSearchIndex =>
  ({ dimensions }) =>
    createSearchIndex(deps, { dimensions })

type SearchIndexSettings = {
  readonly dimensions: number
  /** From so many documents on the text is searched over typed arrays. */
  readonly typedFrom?: number
}

/** A search index: words and vectors side by side, changed by one call at a time. */
export function createSearchIndex(deps: SearchIndexDeps, settings: SearchIndexSettings): SearchIndex {
  let shelf = createSegment(deps.tokenizer, { ...settings, expected: 0 })
  let changes: Promise<unknown> = Promise.resolve()
  const inTurn = (change: (pace: EventLoopYielder) => Promise<void>): Promise<void> => {
    const done = changes.then(() => change(createImmediateYielder(deps.timers)))
    changes = done.catch(() => undefined)
    return done
  }
  const moveTo = async (expected: number, pace: EventLoopYielder) => {
    const next = createSegment(deps.tokenizer, { ...settings, expected })
    for (const document of shelf.documents()) {
      next.put(document)
      if (pace.isDue()) await pace.yieldToEventLoop()
    }
    shelf = next
  }

  return {
    add: (documents) =>
      inTurn(async (pace) => {
        for (const { id, vector } of documents) {
          if (vector !== undefined) refuseWrongVector(vector, { of: id, dimensions: settings.dimensions })
          if (pace.isDue()) await pace.yieldToEventLoop()
        }
        if (shelf.isOutgrownBy(documents.length)) await moveTo(shelf.size() + documents.length, pace)
        if (documents.some(({ vector }) => vector !== undefined)) shelf.expect(documents.length)
        for (const document of documents) {
          shelf.put(document)
          if (pace.isDue()) await pace.yieldToEventLoop()
        }
        if (shelf.isMostlyHoles()) await moveTo(shelf.size(), pace)
      }),
    remove: (ids) =>
      inTurn(async (pace) => {
        for (const id of ids) {
          shelf.take(id)
          if (pace.isDue()) await pace.yieldToEventLoop()
        }
        if (shelf.isMostlyHoles()) await moveTo(shelf.size(), pace)
      }),
    search: (query) => find(deps, shelf, query),
    size: () => shelf.size(),
    bytes: () => shelf.bytes(),
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

async function find(
  { tokenizer, timers }: SearchIndexDeps,
  shelf: Segment,
  query: SearchQuery,
): Promise<Candidate[]> {
  const pace = createImmediateYielder(timers)
  const { text, vector, ignore = [], only = () => true, isWanted = () => true } = query
  if (vector !== undefined) refuseWrongVector(vector, { of: 'the query', dimensions: shelf.dimensions })

  const words = tokenizer.query(text, { languages: shelf.languages(), ignore })
  const scores = await shelf.text.scores([...new Set(words.flat())], pace)
  const cosines = vector === undefined ? NONE : await shelf.vectors.cosines(vector, pace)

  const mayCome = (slot: number) => {
    const document = shelf.at(slot)
    return document !== undefined && only(document)
  }
  const slots = new Set([scores, cosines].flatMap((each) => best(each, { count: BEST, only: mayCome })))
  const half = halfOfRarity(words, shelf)
  return [...slots].flatMap((slot) => {
    const document = shelf.at(slot)
    if (document === undefined) return []
    const found = {
      id: document.id,
      lexical: saturate(scores[slot] ?? 0, half),
      cosine: Math.min(1, Math.max(0, cosines[slot] ?? 0)),
      document,
    }
    if (!isWanted(found)) return []
    const kept = shelf.vectors.at(slot)
    return kept === undefined ? found : { ...found, vector: kept }
  })
}

const NONE = new Float32Array(0)

const saturate = (score: number, half: number): number => (score > 0 ? score / (score + half) : 0)

/** Half of what the words of the query are worth together; of a word's forms the commonest one counts. */
function halfOfRarity(words: readonly (readonly string[])[], { text, size }: Segment): number {
  const worth = words.map((terms) => idf(size(), Math.max(0, ...terms.map(text.holding))))
  return worth.reduce((sum, each) => sum + each, 0) / 2
}
