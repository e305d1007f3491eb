import type { Log } from '../log.js'
import type { SearchIndex } from '../retrieval/ports.js'
import { type FillDeps, indexDocument, type ReadyDocument } from './passage-index.js'
import { keptVectors, madeBy, storedVectors } from './passage-vectors.js'

export interface Aligner {
  /**
   * Makes an index hold the passages of these documents and no others. Vectors of a model come later, in the
   * background: until then words must do. Calls for one index wait for each other.
   */
  align(deps: FillDeps, index: SearchIndex, documents: readonly ReadyDocument[]): Promise<void>
}

/** What is known of an index. */
type Holding = {
  /** Document to the ids of its passages. */
  readonly passages: Map<string, readonly string[]>
  /** Documents that still need vectors. */
  readonly bare: Map<string, ReadyDocument>
  isEmbedding: boolean
  /** Never rejects. */
  work: Promise<void>
}
type Target = { readonly index: SearchIndex; readonly holding: Holding }

/** Brings indexes up to date with the records whenever they are used, so that nobody must tell them of a change. */
export function createAligner({ log }: { readonly log: Log }): Aligner {
  const known = new WeakMap<SearchIndex, Holding>()
  const holdingOf = (index: SearchIndex): Holding => {
    const holding = known.get(index) ?? {
      passages: new Map(),
      bare: new Map(),
      isEmbedding: false,
      work: Promise.resolve(),
    }
    known.set(index, holding)
    return holding
  }
  return {
    align: (deps, index, documents) => {
      const holding = holdingOf(index)
      const work = holding.work.then(() => align(deps, { index, holding }, documents))
      holding.work = work
        .then(() => void embedBare({ ...deps, log }, { index, holding }))
        .catch(() => undefined)
      return work
    },
  }
}

async function align(
  deps: FillDeps,
  { index, holding: { passages, bare } }: Target,
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
    const vectors = embeddings.isQuick ? madeBy(embeddings) : await storedVectors(deps, embeddings, document)
    passages.set(document.id, await indexDocument(deps, index, { document, vectors }))
    if (vectors === undefined) bare.set(document.id, document)
  }
}

/** One document after another. What fails is tried again the next time the index is used. */
async function embedBare(deps: FillDeps & { readonly log: Log }, target: Target): Promise<void> {
  const { index, holding } = target
  if (holding.isEmbedding) return
  holding.isEmbedding = true
  try {
    for (let next = first(holding); next !== undefined; next = first(holding)) {
      const ids = await embed(deps, index, next)
      // Deleted meanwhile: what was just put back goes again.
      if (!holding.bare.delete(next.id)) await index.remove(ids)
    }
  } catch (error) {
    // Nobody waits for it, and words find the passages too.
    deps.log.warn('Passages of documents could not be made vectors of; they are searched by words', { error })
  } finally {
    holding.isEmbedding = false
  }
}

/** A copy may have got its vectors since the records were read. */
async function embed(
  { log, ...deps }: FillDeps & { readonly log: Log },
  index: SearchIndex,
  document: ReadyDocument,
): Promise<readonly string[]> {
  const { embeddings } = deps.engine
  const current = (await deps.documents.find(document.id)) ?? document
  const stored = await storedVectors(deps, embeddings, current)
  if (stored !== undefined) return indexDocument(deps, index, { document, vectors: stored })
  const made = keptVectors(deps, embeddings)
  const ids = await indexDocument(deps, index, { document, vectors: made.source })
  await made.keep(document).catch((error: unknown) => {
    // The index has them; after the next start they are made again.
    log.warn('Vectors of a document could not be stored', { error })
  })
  return ids
}

const first = ({ bare }: Holding): ReadyDocument | undefined => bare.values().next().value
