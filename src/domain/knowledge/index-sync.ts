import type { ReadyDocument } from '../documents/record.js'
import type { Log } from '../log.js'
import type { SearchIndex } from '../retrieval/ports.js'
import { indexPassages, type PassageIndexDeps } from './passage-index.js'
import { computedVectorSource, recordedVectorSource, storedVectorSource } from './passage-vectors.js'

export interface IndexSync {
  /**
   * Makes an index hold the passages of these documents and no others. Vectors of a model come later, in the
   * background: until then words must do. Calls for one index wait for each other.
   */
  sync(deps: PassageIndexDeps, index: SearchIndex, documents: readonly ReadyDocument[]): Promise<void>
}

/** What is known of an index. */
type IndexState = {
  /** Document to the ids of its passages. */
  readonly passages: Map<string, readonly string[]>
  /** Documents that still need vectors. */
  readonly missingVectors: Map<string, ReadyDocument>
  isEmbedding: boolean
  /** Never rejects. */
  pending: Promise<void>
}
type SyncTarget = { readonly index: SearchIndex; readonly state: IndexState }

/** Brings indexes up to date with the records whenever they are used, so that nobody must tell them of a change. */
export function createIndexSync({ log }: { readonly log: Log }): IndexSync {
  const known = new WeakMap<SearchIndex, IndexState>()
  const holdingOf = (index: SearchIndex): IndexState => {
    const holding = known.get(index) ?? {
      passages: new Map(),
      missingVectors: new Map(),
      isEmbedding: false,
      pending: Promise.resolve(),
    }
    known.set(index, holding)
    return holding
  }
  return {
    sync: (deps, index, documents) => {
      const holding = holdingOf(index)
      const work = holding.pending.then(() => syncIndex(deps, { index, state: holding }, documents))
      holding.pending = work
        .then(() => void embedMissingVectors({ ...deps, log }, { index, state: holding }))
        .catch(() => undefined)
      return work
    },
  }
}

async function syncIndex(
  deps: PassageIndexDeps,
  { index, state: { passages, missingVectors: bare } }: SyncTarget,
  documents: readonly ReadyDocument[],
): Promise<void> {
  const wanted = new Set(documents.map(({ id }) => id))
  for (const [id, gone] of [...passages].filter(([held]) => !wanted.has(held))) {
    passages.delete(id)
    bare.delete(id)
    await index.remove(gone)
  }
  const { embeddings } = deps.engine
  for (const document of documents.filter(({ id }) => !passages.has(id))) {
    const vectors = embeddings.isQuick
      ? computedVectorSource(embeddings)
      : await storedVectorSource(deps, embeddings, document)
    passages.set(document.id, await indexPassages(deps, index, { document, vectors }))
    if (vectors === undefined) bare.set(document.id, document)
  }
}

/** One document after another. What fails is tried again the next time the index is used. */
async function embedMissingVectors(
  deps: PassageIndexDeps & { readonly log: Log },
  target: SyncTarget,
): Promise<void> {
  const { index, state: holding } = target
  if (holding.isEmbedding) return
  holding.isEmbedding = true
  try {
    for (let next = firstMissingVectors(holding); next !== undefined; next = firstMissingVectors(holding)) {
      const ids = await embedDocument(deps, index, next)
      // Deleted meanwhile: what was just put back goes again.
      if (!holding.missingVectors.delete(next.id)) await index.remove(ids)
    }
  } catch (error) {
    // Nobody waits for it, and words find the passages too.
    deps.log.warn('Passages of documents could not be made vectors of; they are searched by words', { error })
  } finally {
    holding.isEmbedding = false
  }
}

/** A copy may have got its vectors since the records were read. */
async function embedDocument(
  { log, ...deps }: PassageIndexDeps & { readonly log: Log },
  index: SearchIndex,
  document: ReadyDocument,
): Promise<readonly string[]> {
  const { embeddings } = deps.engine
  const current = (await deps.documents.find(document.id)) ?? document
  const stored = await storedVectorSource(deps, embeddings, current)
  if (stored !== undefined) return indexPassages(deps, index, { document, vectors: stored })
  const made = recordedVectorSource(deps, embeddings)
  const ids = await indexPassages(deps, index, { document, vectors: made.source })
  await made.keep(document).catch((error: unknown) => {
    // The index has them; after the next start they are made again.
    log.warn('Vectors of a document could not be stored', { error })
  })
  return ids
}

const firstMissingVectors = ({ missingVectors: bare }: IndexState): ReadyDocument | undefined =>
  bare.values().next().value
