import type { DocumentRepository } from '../documents/ports.js'
import type { FileHash, FileStore } from '../files/ports.js'
import type { CorpusDocument, CorpusSource } from '../retrieval/corpus-source.js'
import { passagePlace } from './passage-file.js'

export type VectorFileDeps = {
  readonly documents: Pick<DocumentRepository, 'find' | 'recordVectors'>
  readonly files: Pick<FileStore, 'open' | 'put'>
}

const BYTES_PER_NUMBER = 4
/** The largest document, with the longest vectors. */
const MAX_VECTORS_BYTES = 2 ** 27

/**
 * Vectors of passages, one file for each document, which copies of the document share. A file is stored when the vectors
 * of all passages are there; until then those that were made are kept in memory.
 */
export function createVectorFiles(
  deps: VectorFileDeps,
): Pick<CorpusSource<unknown, never>['vectors'], 'find' | 'save'> {
  const unfinished = new Map<string, Float32Array[]>()
  return {
    find: async ({ key, dimensions }, documents) => {
      const [first, last] = [documents[0], documents.at(-1)]
      const record = await deps.documents.find(first?.vectorGroup ?? '')
      if (first === undefined || last === undefined || record?.vectors?.of !== key) return new Map()
      const size = dimensions * BYTES_PER_NUMBER
      const from = placeOf(first)
      const range = { start: from * size, end: (placeOf(last) + 1) * size - 1 }
      const bytes = await deps.files.open(record.vectors.file, range)
      const vectors: Float32Array[] = []
      if (bytes !== undefined) for await (const each of decodeVectors(bytes, dimensions)) vectors.push(each)
      return vectorsById(documents, vectors, from)
    },
    save: async ({ key }, made) => {
      const [first] = made
      const record = await deps.documents.find(first?.document.vectorGroup ?? '')
      if (first === undefined || !record?.passages_file) return
      const before = placeOf(first.document) === 0 ? [] : (unfinished.get(record.id) ?? [])
      const vectors = [...before, ...made.map(({ vector }) => vector)]
      const isInOrder = before.length === placeOf(first.document)
      if (isInOrder && vectors.length < record.chunkCount) return void unfinished.set(record.id, vectors)
      unfinished.delete(record.id)
      if (isInOrder) await storeVectors(deps, { passagesFile: record.passages_file, key, vectors })
    },
  }
}

/** Where a passage stands in its document. */
const placeOf = ({ id }: CorpusDocument): number => passagePlace(id).at

const vectorsById = (
  documents: readonly CorpusDocument[],
  vectors: readonly Float32Array[],
  from: number,
): ReadonlyMap<string, Float32Array> =>
  new Map(
    documents.flatMap((document) => {
      const vector = vectors[placeOf(document) - from]
      return vector === undefined ? [] : [[document.id, vector] as const]
    }),
  )

type MadeVectors = {
  readonly passagesFile: FileHash
  readonly key: string
  readonly vectors: readonly Float32Array[]
}

async function storeVectors(
  { documents, files }: VectorFileDeps,
  { passagesFile, key, vectors }: MadeVectors,
): Promise<void> {
  const file = await files.put(toAsyncIterable([encodeVectors(vectors)]), { maxBytes: MAX_VECTORS_BYTES })
  if (file === undefined) return
  try {
    await documents.recordVectors(passagesFile, { of: key, file: file.sha256 })
  } finally {
    file.release()
  }
}

async function* toAsyncIterable(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** The file format: little-endian 32-bit floats, one vector after another. */
export function encodeVectors(vectors: readonly Float32Array[]): Uint8Array {
  const length = vectors.reduce((sum, vector) => sum + vector.length, 0)
  const view = new DataView(new ArrayBuffer(length * BYTES_PER_NUMBER))
  let at = 0
  for (const vector of vectors) {
    for (const value of vector) {
      view.setFloat32(at, value, true)
      at += BYTES_PER_NUMBER
    }
  }
  return new Uint8Array(view.buffer)
}

/** The vectors of such a file, as it is read. */
export async function* decodeVectors(
  bytes: AsyncIterable<Uint8Array>,
  dimensions: number,
): AsyncGenerator<Float32Array> {
  const size = dimensions * BYTES_PER_NUMBER
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of bytes) {
    const all = new Uint8Array(rest.length + chunk.length)
    all.set(rest)
    all.set(chunk, rest.length)
    const complete = Math.floor(all.length / size)
    for (let n = 0; n < complete; n += 1) yield readVector(all, { at: n * size, dimensions })
    rest = all.slice(complete * size)
  }
}

function readVector(bytes: Uint8Array, { at, dimensions }: { at: number; dimensions: number }): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, dimensions * BYTES_PER_NUMBER)
  return Float32Array.from({ length: dimensions }, (_, n) => view.getFloat32(n * BYTES_PER_NUMBER, true))
}
