import type { ReadyDocument } from '../documents/record.js'
import type { Log } from '../log.js'
import type { SearchIndex } from '../retrieval/ports.js'
import { indexPassages, type PassageIndexDeps } from './passage-index.js'
import { computedVectorSource, recordedVectorSource, storedVectorSource } from './passage-vectors.js'

export interface IndexSync {
  /**
   * Adds the passages of these documents to an index and removes all others. Vectors that a model must compute follow in
   * the background; until then search is lexical. Calls for one index run one after another.
   */
  sync(deps: PassageIndexDeps, index: SearchIndex, documents: readonly ReadyDocument[]): Promise<void>
}

/** What an index contains. */
type IndexState = {
  /** The ids of each document's passages. */
  readonly passages: Map<string, readonly string[]>
  /** Documents whose passages have no vectors yet. */
  readonly missingVectors: Map<string, ReadyDocument>
  isEmbedding: boolean
  /** The last call for this index; never rejects. */
  pending: Promise<void>
}
type SyncTarget = { readonly index: SearchIndex; readonly state: IndexState }

/** Updates indexes from the records whenever they are used, so that no change has to be announced. */
export function createIndexSync({ log }: { readonly log: Log }): IndexSync {
  const states = new WeakMap<SearchIndex, IndexState>()
  const stateOf = (index: SearchIndex): IndexState => {
    const state = states.get(index) ?? {
      passages: new Map(),
      missingVectors: new Map(),
      isEmbedding: false,
      pending: Promise.resolve(),
    }
    states.set(index, state)
    return state
  }
  return {
    sync: (deps, index, documents) => {
      const state = stateOf(index)
      const work = state.pending.then(() => syncIndex(deps, { index, state }, documents))
      state.pending = work
        .then(() => void embedMissingVectors({ ...deps, log }, { index, state }))
        .catch(() => undefined)
      return work
    },
  }
}

async function syncIndex(
  deps: PassageIndexDeps,
  { index, state: { passages, missingVectors } }: SyncTarget,
  documents: readonly ReadyDocument[],
): Promise<void> {
  const wanted = new Set(documents.map(({ id }) => id))
  for (const [id, passageIds] of [...passages].filter(([indexed]) => !wanted.has(indexed))) {
    passages.delete(id)
    missingVectors.delete(id)
    await index.remove(passageIds)
  }
  const { embeddings } = deps.engine
  for (const document of documents.filter(({ id }) => !passages.has(id))) {
    const vectors = embeddings.isQuick
      ? computedVectorSource(embeddings)
      : await storedVectorSource(deps, embeddings, document)
    passages.set(document.id, await indexPassages(deps, index, { document, vectors }))
    if (vectors === undefined) missingVectors.set(document.id, document)
  }
}

/** One document after another. After a failure, the next use of the index tries again. */
async function embedMissingVectors(
  deps: PassageIndexDeps & { readonly log: Log },
  target: SyncTarget,
): Promise<void> {
  const { index, state } = target
  if (state.isEmbedding) return
  state.isEmbedding = true
  try {
    for (let next = firstMissingVectors(state); next !== undefined; next = firstMissingVectors(state)) {
      const ids = await embedDocument(deps, index, next)
      // The document was deleted meanwhile: remove its passages again.
      if (!state.missingVectors.delete(next.id)) await index.remove(ids)
    }
  } catch (error) {
    // No caller waits for it, and lexical search finds the passages too.
    deps.log.warn('Passages of documents could not be embedded; they are searched by words only', { error })
  } finally {
    state.isEmbedding = false
  }
}

/** Reads the record again first: a copy may have got its vectors since. */
async function embedDocument(
  { log, ...deps }: PassageIndexDeps & { readonly log: Log },
  index: SearchIndex,
  document: ReadyDocument,
): Promise<readonly string[]> {
  const { embeddings } = deps.engine
  const current = (await deps.documents.find(document.id)) ?? document
  const stored = await storedVectorSource(deps, embeddings, current)
  if (stored !== undefined) return indexPassages(deps, index, { document, vectors: stored })
  const recorded = recordedVectorSource(deps, embeddings)
  const ids = await indexPassages(deps, index, { document, vectors: recorded.source })
  await recorded.save(document).catch((error: unknown) => {
    // They are in the index; after a restart they are computed again.
    log.warn('Vectors of a document could not be stored', { error })
  })
  return ids
}

const firstMissingVectors = ({ missingVectors }: IndexState): ReadyDocument | undefined =>
  missingVectors.values().next().value
