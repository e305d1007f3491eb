import type { Log } from '../log.js'
import type { CorpusDocument, CorpusSource, VectorModel } from './corpus-source.js'
import type { SearchEngine } from './engine.js'
import type { Embeddings } from './ports.js'

export type VectorDeps = {
  readonly source: Pick<CorpusSource<unknown, never>, 'vectors' | 'messages'>
  readonly engine: SearchEngine
  readonly log: Log
}

/** Vectors that are asked of the provider at once. */
const EMBEDDING_BATCH = 64

const NEVER_ABORTED = new AbortController().signal

const modelOf = ({ id, dimensions }: Embeddings): VectorModel => ({ key: `${id} ${dimensions}`, dimensions })

export type Embedded = {
  readonly documents: readonly CorpusDocument[]
  /** Those of them that ought to have a vector and have none yet. */
  readonly missing: readonly CorpusDocument[]
}

/** Documents with their vectors, as far as they are stored; those that lack one get it if they are `atMost` so many. */
export async function withVectors(
  deps: VectorDeps,
  documents: readonly CorpusDocument[],
  { atMost }: { readonly atMost: number },
): Promise<Embedded> {
  const { source, engine } = deps
  const embedded = documents.filter(({ vectorGroup }) => vectorGroup !== undefined)
  // Quick vectors are made of what a search has found, and held nowhere.
  if (engine.embeddings.isQuick || embedded.length === 0) return { documents, missing: [] }
  const stored = await source.vectors.find(modelOf(engine.embeddings), embedded)
  const lacking = embedded.filter(({ id }) => !stored.has(id))
  const made = lacking.length <= atMost ? await makeVectors(deps, lacking) : undefined
  const vectors = new Map([...stored, ...(made ?? [])])
  return {
    documents: documents.map((document) => {
      const vector = vectors.get(document.id)
      return vector === undefined ? document : { ...document, vector }
    }),
    missing: lacking.filter(({ id }) => !vectors.has(id)),
  }
}

/** By id, and stored for the next start; undefined when the provider fails. */
async function makeVectors(
  { source, engine, log }: VectorDeps,
  documents: readonly CorpusDocument[],
): Promise<ReadonlyMap<string, Float32Array> | undefined> {
  if (documents.length === 0) return new Map()
  try {
    const vectors = await engine.embeddings.embed(
      documents.map(({ text }) => text),
      NEVER_ABORTED,
    )
    const made = documents.flatMap((document, at) => {
      const vector = vectors[at]
      return vector === undefined ? [] : [{ document, vector }]
    })
    await source.vectors.save(modelOf(engine.embeddings), made).catch((error: unknown) => {
      // The index has them; after the next start they are made again.
      log.warn(source.messages.notStored, { error })
    })
    return new Map(made.map(({ document, vector }) => [document.id, vector]))
  } catch (error) {
    log.warn(source.messages.notEmbedded, { error })
    return undefined
  }
}

type Missing = {
  /** The ids of documents without the vectors they ought to have, with their groups, in the order they were added. */
  readonly missing: Map<string, string>
  /** Reads the documents again: they may have changed, or be gone. */
  readonly read: (ids: readonly string[]) => Promise<readonly CorpusDocument[]>
  /** Puts documents in the place of those without vectors, unless their texts changed meanwhile. */
  readonly replace: (documents: readonly CorpusDocument[]) => Promise<void>
}

/** Gives documents their vectors, group by group, until all have one or the provider fails. */
export async function makeMissingVectors(
  deps: VectorDeps,
  { missing, read, replace }: Missing,
): Promise<void> {
  for (let ids = nextBatch(missing); ids.length > 0; ids = nextBatch(missing)) {
    const current = await read(ids)
    const present = new Set(current.map(({ id }) => id))
    for (const id of ids) if (!present.has(id)) missing.delete(id)
    const { documents, missing: failed } = await withVectors(deps, current, { atMost: EMBEDDING_BATCH })
    if (failed.length > 0) return
    await replace(documents)
  }
}

function nextBatch(missing: ReadonlyMap<string, string>): string[] {
  const ids: string[] = []
  let group: string | undefined
  for (const [id, of] of missing) {
    group ??= of
    if (of !== group || ids.length === EMBEDDING_BATCH) break
    ids.push(id)
  }
  return ids
}
