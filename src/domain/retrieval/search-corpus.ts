import type { Timers } from '../clock.js'
import { compareQuickly } from './compare-quickly.js'
import type { Candidate, CorpusItem, CorpusSource, Round } from './corpus-source.js'
import type { SearchEngine } from './engine.js'
import { withPatience } from './patience.js'
import type { Match, SearchIndex } from './ports.js'
import { relevanceOf, type ScoreWeights } from './rank.js'

export type CorpusQuery = {
  readonly text: string
  /** What was said before: it is searched for, too, together with the text, since "And when?" alone finds nothing. */
  readonly context?: string | undefined
  /** Words that carry no information about the subject, such as the character's name. */
  readonly ignore?: readonly string[]
  /** The ids of documents that may come up. */
  readonly only?: (id: string) => boolean
  /** How relevant a document must be at least; 0 when left out. `any`: the least that is asked of any document. */
  readonly leastRelevance?: LeastRelevance
  readonly signal?: AbortSignal
}

export type LeastRelevance = { readonly any: number; readonly of: (id: string) => number }

const NO_LEAST: LeastRelevance = { any: 0, of: () => 0 }

export type CorpusHits<Item> = {
  /** For the text alone, and for the text after its context. */
  readonly rounds: readonly Round<Item>[]
  readonly weights: ScoreWeights
  /** The id of the embeddings. */
  readonly embeddings: string
}

type SearchDeps<Item> = {
  readonly engine: SearchEngine
  readonly source: Pick<CorpusSource<Item, never>, 'read'>
  readonly timers: Pick<Timers, 'after'>
}
type OpenedIndex = { readonly key: string; readonly index: SearchIndex }

/** A search waits no longer for the vector of its question, in milliseconds: then words alone must do. */
export const VECTOR_PATIENCE_MS = 1500

/** The documents that fit a question, with their records as they are now. */
export async function searchCorpus<Item>(
  deps: SearchDeps<Item>,
  { key, index }: OpenedIndex,
  query: CorpusQuery,
): Promise<CorpusHits<Item>> {
  const { engine, source } = deps
  const { embeddings, weights } = engine
  const known = { weights, embeddings: embeddings.id }
  const asked = query.context === undefined ? [query.text] : [query.text, `${query.context}\n${query.text}`]
  if (index.size() === 0) return { ...known, rounds: asked.map((text) => ({ asked: text, candidates: [] })) }

  const vectors = index.hasVectors() ? await embedQuestions(deps, asked, query.signal) : []
  const found: Match[][] = []
  for (const [at, text] of asked.entries())
    found.push(await findMatches(deps, index, { ...query, text, vector: vectors[at] }))
  query.signal?.throwIfAborted()
  const others = embeddings.isQuick ? alsoCompared(index, query, weights) : []
  const ids = new Set([...found.flatMap((matches) => matches.map(({ id }) => id)), ...others])
  const items = new Map((await source.read(key, [...ids])).map((item) => [item.document.id, item]))
  const rounds = asked.map((text, at) => ({ asked: text, candidates: joined(found[at] ?? [], items) }))
  const compared = embeddings.isQuick
    ? await compareQuickly(
        embeddings,
        rounds,
        others.flatMap((id) => items.get(id) ?? []),
      )
    : rounds
  return { ...known, rounds: compared.map((round) => withRelevant(round, query, weights)) }
}

function withRelevant<Item>(
  { asked, candidates }: Round<Item>,
  { leastRelevance = NO_LEAST }: CorpusQuery,
  weights: ScoreWeights,
): Round<Item> {
  const isRelevant = (each: Candidate<Item>) => relevanceOf(each, weights) >= leastRelevance.of(each.id)
  return { asked, candidates: candidates.filter(isRelevant) }
}

/** Documents that quick vectors are made of although words did not find them, as that takes time. */
const MOST_COMPARED = 1000

/** Where vectors alone can make a document relevant enough, those that share no word with the question are compared, too. */
const alsoCompared = (
  index: SearchIndex,
  { only = () => true, leastRelevance = NO_LEAST }: CorpusQuery,
  weights: ScoreWeights,
): string[] =>
  weights.cosine > leastRelevance.any
    ? index
        .ids()
        .filter((id) => weights.cosine > leastRelevance.of(id) && only(id))
        .slice(0, MOST_COMPARED)
    : []

/** One round of candidates may lack a cosine that is computed later: what could still be relevant enough is kept. */
function findMatches(
  { engine: { embeddings, weights } }: Pick<SearchDeps<unknown>, 'engine'>,
  index: SearchIndex,
  {
    text,
    vector,
    ignore = [],
    only,
    leastRelevance = NO_LEAST,
  }: CorpusQuery & { readonly vector: Float32Array | undefined },
): Promise<Match[]> {
  const mostCosine = embeddings.isQuick ? 1 : 0
  return index.search({
    text,
    vector,
    ignore,
    only,
    isWanted: ({ id, lexical, cosine }) =>
      relevanceOf({ lexical, cosine: Math.max(cosine, mostCosine) }, weights) >= leastRelevance.of(id),
  })
}

const joined = <Item>(
  matches: readonly Match[],
  items: ReadonlyMap<string, CorpusItem<Item>>,
): Candidate<Item>[] =>
  matches.flatMap(({ id, lexical, cosine, vector }) => {
    const found = items.get(id)
    if (found === undefined) return []
    const candidate = { id, lexical, cosine, document: found.document, item: found.item }
    return vector === undefined ? candidate : { ...candidate, vector }
  })

/** Empty when the provider fails or takes too long. */
async function embedQuestions(
  { engine: { embeddings }, timers }: Pick<SearchDeps<unknown>, 'engine' | 'timers'>,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  const patience = { ms: VECTOR_PATIENCE_MS, signal }
  // The adapter has logged the failure.
  const vectors = await withPatience(timers, patience, (given) => embeddings.embed(texts, given)).catch(
    () => undefined,
  )
  signal?.throwIfAborted()
  return vectors ?? []
}
