import type { Timers } from '../clock.js'
import type { Log } from '../log.js'
import type { CorpusDocument, CorpusSource } from './corpus-source.js'
import { makeMissingVectors, withVectors } from './corpus-vectors.js'
import type { SearchEngine, SearchEngineProvider } from './engine.js'
import { createIndexCache, type IndexCache } from './index-cache.js'
import type { SearchIndex } from './ports.js'
import { type CorpusHits, type CorpusQuery, searchCorpus } from './search-corpus.js'

/**
 * What can be searched, one corpus for each key: the memories and turns of a pair, or the passages of a character. Its
 * index is built from the records when it is first used, follows them whenever it is used, and is dropped when others
 * need the memory.
 */
export interface Corpora<Item> {
  /** Searches the corpus as its records say it now. */
  search(key: string, query: CorpusQuery): Promise<CorpusHits<Item>>
  /** Brings a corpus that is in memory up to date, so that the next search need not wait for that. */
  refresh(key: string): void
  /** Builds a corpus, so that the first search need not wait for that. */
  warm(key: string): void
  drop(key: string): void
  dropAll(): void
  /** Memory of all indexes, in bytes. */
  bytes(): number
}

export type CorporaDeps<Item, Version> = {
  readonly source: CorpusSource<Item, Version>
  readonly search: SearchEngineProvider
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
  readonly budgetBytes?: number
}

export function createCorpora<Item, Version>(deps: CorporaDeps<Item, Version>): Corpora<Item> {
  const { source, search, log, budgetBytes } = deps
  const cache = createIndexCache<Corpus<Version>>({
    create: createCorpus,
    onDropped: source.release,
    ...(budgetBytes !== undefined && { budgetBytes }),
  })
  let current: Opened<Item, Version> | undefined
  const open = async () => {
    const engine = await search.engine()
    if (current?.engine !== engine) current = { ...deps, engine }
    return current
  }
  const update = async (key: string, corpus: Corpus<Version>) => {
    const opened = await open()
    const index = await runInOrder(corpus, () => sync(opened, key, corpus)).catch((error: unknown) => {
      // What it holds now is unknown; the next use builds it anew.
      cache.drop(key)
      throw error
    })
    void embedMissing(opened, key, { corpus, cache })
    return { index, opened }
  }
  const inBackground = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => log.error(source.messages.notIndexed, { error }))

  return {
    search: (key, query) =>
      cache.use(key, async (corpus) => {
        const { index, opened } = await update(key, corpus)
        return searchCorpus(opened, { key, index }, query)
      }),
    refresh: (key) => inBackground(cache.change(key, async (corpus) => void (await update(key, corpus)))),
    warm: (key) => inBackground(cache.use(key, (corpus) => update(key, corpus))),
    drop: cache.drop,
    dropAll: cache.dropAll,
    bytes: cache.bytes,
  }
}

type Corpus<Version> = {
  /** Undefined until it is first used. */
  index: SearchIndex | undefined
  /** Up to where the index follows the records. */
  version: Version | undefined
  /** Documents without the vectors they ought to have: their ids, with their groups. */
  readonly missing: Map<string, string>
  isEmbedding: boolean
  /** The last change of the index; never rejects. */
  pending: Promise<unknown>
  bytes(): number
}

function createCorpus<Version>(): Corpus<Version> {
  const corpus: Corpus<Version> = {
    index: undefined,
    version: undefined,
    missing: new Map(),
    isEmbedding: false,
    pending: Promise.resolve(),
    bytes: () => corpus.index?.bytes() ?? 0,
  }
  return corpus
}

function runInOrder<T>(corpus: Corpus<never> | Corpus<unknown>, change: () => Promise<T>): Promise<T> {
  const done = corpus.pending.then(change)
  corpus.pending = done.catch(() => undefined)
  return done
}

type Opened<Item, Version> = CorporaDeps<Item, Version> & { readonly engine: SearchEngine }

/** Brings an index to what the records say now; one that is new, or mostly holes, is built from all of them. */
async function sync<Version>(
  deps: Opened<unknown, Version>,
  key: string,
  corpus: Corpus<Version>,
): Promise<SearchIndex> {
  const { isQuick, dimensions } = deps.engine.embeddings
  if (corpus.index === undefined || corpus.index.isFragmented()) {
    corpus.index = deps.engine.makeIndex({ dimensions: isQuick ? 0 : dimensions })
    corpus.version = undefined
    corpus.missing.clear()
  }
  const { index, missing } = corpus
  const { version, removed, added } = await deps.source.list(key, corpus.version)
  if (removed.length > 0) await index.remove(removed)
  for (const id of removed) missing.delete(id)
  for await (const documents of added) {
    const embedded = await withVectors(deps, documents, { atMost: deps.source.vectors.awaited })
    await index.add(embedded.documents)
    for (const { id } of documents) missing.delete(id)
    for (const { id, vectorGroup = '' } of embedded.missing) missing.set(id, vectorGroup)
  }
  corpus.version = version
  return index
}

type Held<Version> = {
  readonly corpus: Corpus<Version>
  readonly cache: Pick<IndexCache<Corpus<Version>>, 'change'>
}

/** Makes the vectors that are missing, once at a time for each corpus. After a failure the next use tries again. */
async function embedMissing<Version>(
  deps: Opened<unknown, Version>,
  key: string,
  { corpus, cache }: Held<Version>,
): Promise<void> {
  const { missing } = corpus
  if (corpus.isEmbedding || missing.size === 0) return
  const read = async (ids: readonly string[]) =>
    (await deps.source.read(key, ids)).map(({ document }) => document)
  const replace = (documents: readonly CorpusDocument[]) =>
    cache.change(key, async (current) => {
      if (current !== corpus) return missing.clear()
      await runInOrder(corpus, () => replaceUnchanged(corpus, documents, read))
    })
  corpus.isEmbedding = true
  try {
    await makeMissingVectors(deps, { missing, read, replace })
  } catch (error) {
    // Nobody waits for it, and words find the documents too.
    deps.log.warn(deps.source.messages.notEmbedded, { error })
  } finally {
    corpus.isEmbedding = false
  }
}

/** A text that changed meanwhile does not get the vector of the old one; the next use of the index brings it up to date. */
async function replaceUnchanged(
  { index, missing }: Corpus<unknown>,
  documents: readonly CorpusDocument[],
  read: (ids: readonly string[]) => Promise<readonly CorpusDocument[]>,
): Promise<void> {
  const now = new Map((await read(documents.map(({ id }) => id))).map(({ id, text }) => [id, text]))
  await index?.add(documents.filter(({ id, text }) => now.get(id) === text))
  for (const { id, text } of documents) if (!now.has(id) || now.get(id) === text) missing.delete(id)
}
