import type { DocumentRecord } from '../documents/record.js'
import type { SearchEngine } from '../retrieval/engine.js'
import type { IndexedDocument, NewDocument, SearchIndex } from '../retrieval/ports.js'
import { decodePassages } from './passage-file.js'
import type { PassageVectorDeps, VectorSource } from './passage-vectors.js'
import type { Passage } from './ports.js'

/** A document whose passages are stored. */
export type ReadyDocument = DocumentRecord & { readonly passages_file: string }

export type PassageIndexDeps = PassageVectorDeps & { readonly engine: SearchEngine }

/** Passages that are made vectors of, and put into an index, at once. */
const EMBEDDING_BATCH = 64

/**
 * Puts the passages of a document into an index, or puts them there anew, and returns their ids: none when somebody
 * deleted the document meanwhile. Without vectors they are found by their words.
 */
export async function indexPassages(
  { files }: Pick<PassageIndexDeps, 'files'>,
  index: SearchIndex,
  { document, vectors }: { readonly document: ReadyDocument; readonly vectors: VectorSource | undefined },
): Promise<readonly string[]> {
  const bytes = await files.open(document.passages_file)
  if (bytes === undefined) return []
  const ids: string[] = []
  let batch: IndexedDocument[] = []
  const flush = async () => {
    await index.add(vectors === undefined ? batch : await withVectors(vectors, batch))
    batch = []
  }
  for await (const passage of decodePassages(bytes)) {
    const indexed = toIndexedDocument(passage, { documentId: document.id, at: ids.length })
    ids.push(indexed.id)
    batch.push(indexed)
    if (batch.length === EMBEDDING_BATCH) await flush()
  }
  await flush()
  return ids
}

async function withVectors(
  vectorsOf: VectorSource,
  batch: readonly IndexedDocument[],
): Promise<NewDocument[]> {
  const vectors = await vectorsOf(batch.map(({ text }) => text))
  return batch.map((document, at) => {
    const vector = vectors[at]
    return vector === undefined ? document : { ...document, vector }
  })
}

type PassagePosition = { readonly documentId: string; readonly at: number }

/** Passages overlap, which is context enough: `prev` and `near` stay empty. */
const toIndexedDocument = (
  { text, firstPage, lastPage }: Passage,
  { documentId, at }: PassagePosition,
): IndexedDocument => ({
  id: [documentId, at, firstPage, lastPage].join(' '),
  kind: 'passage',
  type: documentId,
  text,
  prev: '',
  near: '',
  subject: '',
})

/** Where a passage of an index stands; its id tells. */
export function passagePosition({ id }: Pick<IndexedDocument, 'id'>) {
  const [, at = 0, firstPage = 0, lastPage = 0] = id.split(' ').map(Number)
  return { at, firstPage, lastPage }
}
