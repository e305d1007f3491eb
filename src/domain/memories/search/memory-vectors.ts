import type { Log } from '../../log.js'
import type { SearchEngine } from '../../retrieval/engine.js'
import type { Embeddings, NewDocument } from '../../retrieval/ports.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'

export type MemoryVectorDeps = {
  readonly memories: Pick<MemoryRepository, 'vectors' | 'saveVectors'>
  readonly engine: SearchEngine
  readonly log: Log
}

/** Memories that a search waits for the vectors of, in one question to the provider; more are made in the background. */
export const AT_ONCE = 64

const NO_VECTORS = 'Memories are searched by words alone, because the embeddings failed'

/** Memories as documents, with the vectors there are; of those in `bare` there is none yet. */
export type Documents = { readonly documents: readonly NewDocument[]; readonly bare: readonly string[] }

/** Vectors are taken from the store; those that a few lack are made, as long as the provider works. */
export async function documentsOf(
  deps: MemoryVectorDeps,
  memories: readonly MemoryRecord[],
): Promise<Documents> {
  const vectors = new Map(await storedVectors(deps, memories))
  const lacking = memories.filter(({ id }) => !vectors.has(id))
  const made = isSoonMade(deps, lacking) ? await makeVectors(deps, lacking) : undefined
  for (const [id, vector] of made ?? []) vectors.set(id, vector)
  return {
    documents: memories.map((memory) => documentOf(memory, vectors.get(memory.id))),
    bare: made === undefined ? lacking.map(({ id }) => id) : [],
  }
}

const isSoonMade = ({ engine }: MemoryVectorDeps, lacking: readonly MemoryRecord[]): boolean =>
  engine.embeddings.isQuick === true || lacking.length <= AT_ONCE

const storedVectors = async (
  { memories, engine: { embeddings } }: MemoryVectorDeps,
  wanted: readonly MemoryRecord[],
): Promise<ReadonlyMap<string, Float32Array>> =>
  embeddings.isQuick ? new Map() : memories.vectors(madeBy(embeddings), wanted)

/** Those of another model or of another length are never compared (docs/memory.md, Vectors in the store). */
const madeBy = ({ id, dimensions }: Embeddings): string => `${id} ${dimensions}`

/** By the ids of the memories, and kept for the next start; undefined when the provider fails. */
export async function makeVectors(
  deps: MemoryVectorDeps,
  wanted: readonly MemoryRecord[],
): Promise<ReadonlyMap<string, Float32Array> | undefined> {
  const { memories, log } = deps
  const { embeddings } = deps.engine
  if (wanted.length === 0) return new Map()
  const texts = wanted.map(({ content }) => content)
  const vectors = await vectorsOf(deps, texts)
  if (vectors === undefined) return undefined
  const made = wanted.flatMap(({ id, contentHash }, at) => {
    const vector = vectors[at]
    return vector === undefined ? [] : [{ id, contentHash, vector }]
  })
  if (!embeddings.isQuick) {
    await memories.saveVectors(madeBy(embeddings), made).catch((error: unknown) => {
      // The index has them; after the next start they are made again.
      log.warn('Vectors of memories could not be stored', { error })
    })
  }
  return new Map(made.map(({ id, vector }) => [id, vector]))
}

/** Undefined when the provider fails. */
export async function vectorsOf(
  { engine, log }: Pick<MemoryVectorDeps, 'engine' | 'log'>,
  texts: readonly string[],
): Promise<readonly Float32Array[] | undefined> {
  try {
    return await engine.embeddings.embed(texts, new AbortController().signal)
  } catch (error) {
    log.warn(NO_VECTORS, { error })
    return undefined
  }
}

/** Whether a change of a memory leaves its document as it is; to be used is such a change. */
export const isSameDocument = (before: MemoryRecord, after: MemoryRecord): boolean =>
  before.status === after.status &&
  before.content === after.content &&
  before.memoryType === after.memoryType &&
  before.sourceQuote === after.sourceQuote &&
  before.slot?.subject === after.slot?.subject

/** The words it was told in lead to it, too. */
export function documentOf(
  { id, memoryType, content, slot, sourceQuote }: MemoryRecord,
  vector?: Float32Array,
): NewDocument {
  return {
    id,
    kind: 'memory',
    type: memoryType,
    text: content,
    prev: '',
    near: sourceQuote ?? '',
    subject: slot?.subject ?? '',
    ...(vector !== undefined && { vector }),
  }
}
