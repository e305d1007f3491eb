import type { DocumentRepository } from '../documents/ports.js'
import type { ReadyDocument } from '../documents/record.js'
import type { FileStore } from '../files/ports.js'
import type { Embeddings } from '../retrieval/ports.js'

/** The vectors of the document's next passages, in their order; undefined where there is none. */
export type VectorSource = (texts: readonly string[]) => Promise<readonly (Float32Array | undefined)[]>

export type PassageVectorDeps = {
  readonly documents: Pick<DocumentRepository, 'find' | 'recordVectors'>
  readonly files: Pick<FileStore, 'open' | 'put'>
}

/** Vectors of different models or lengths must not be compared (docs/memory.md, Vectors in the store). */
const embeddingsKey = ({ id, dimensions }: Embeddings): string => `${id} ${dimensions}`

const NEVER_ABORTED = new AbortController().signal
/** The largest document, with the longest vectors. */
const MAX_VECTORS_BYTES = 2 ** 27

/** Vectors computed by these embeddings. */
export const computedVectorSource =
  (embeddings: Embeddings): VectorSource =>
  (texts) =>
    embeddings.embed(texts, NEVER_ABORTED)

/** The stored vectors of a document; undefined when these embeddings have not computed any. */
export async function storedVectorSource(
  { files }: Pick<PassageVectorDeps, 'files'>,
  embeddings: Embeddings,
  { vectors }: Pick<ReadyDocument, 'vectors'>,
): Promise<VectorSource | undefined> {
  if (vectors?.of !== embeddingsKey(embeddings)) return undefined
  const bytes = await files.open(vectors.file)
  if (bytes === undefined) return undefined
  const stored = decodeVectors(bytes, embeddings.dimensions)
  return async (texts) => {
    const next: (Float32Array | undefined)[] = []
    for (const _ of texts) next.push((await stored.next()).value ?? undefined)
    return next
  }
}

/** Computed vectors, which `save` then stores for all documents with the same passages. */
export function recordedVectorSource({ documents, files }: PassageVectorDeps, embeddings: Embeddings) {
  const encoded: Uint8Array[] = []
  const compute = computedVectorSource(embeddings)
  const source: VectorSource = async (texts) => {
    const vectors = (await compute(texts)).filter((vector) => vector !== undefined)
    encoded.push(encodeVectors(vectors))
    return vectors
  }
  return {
    source,
    async save({ passages_file }: Pick<ReadyDocument, 'passages_file'>): Promise<void> {
      if (encoded.length === 0) return
      const file = await files.put(toAsyncIterable(encoded), { maxBytes: MAX_VECTORS_BYTES })
      if (file === undefined) return
      try {
        await documents.recordVectors(passages_file, { of: embeddingsKey(embeddings), file: file.sha256 })
      } finally {
        file.release()
      }
    },
  }
}

async function* toAsyncIterable(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

const BYTES_PER_NUMBER = 4

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
