import type { ReadyDocument } from '../documents/record.js'
import type { SearchEngine } from '../retrieval/engine.js'
import type { IndexedDocument, NewDocument, SearchIndex } from '../retrieval/ports.js'
import { decodePassages } from './passage-file.js'
import type { PassageVectorDeps, VectorSource } from './passage-vectors.js'
import type { Passage } from './ports.js'

export type PassageIndexDeps = PassageVectorDeps & { readonly engine: SearchEngine }

/** Passages that are embedded and indexed at once. */
const EMBEDDING_BATCH = 64

/**
 * Adds or replaces the passages of a document in an index and returns their ids: none when the document was deleted
 * meanwhile. Without vectors, search is lexical.
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

async function withVectors(source: VectorSource, batch: readonly IndexedDocument[]): Promise<NewDocument[]> {
  const vectors = await source(batch.map(({ text }) => text))
  return batch.map((document, at) => {
    const vector = vectors[at]
    return vector === undefined ? document : { ...document, vector }
  })
}

type PassagePosition = { readonly documentId: string; readonly at: number }

/** `prev` and `near` stay empty: the overlap of passages is context enough. */
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

/** The position of a passage in its document, from its id. */
export function passagePosition({ id }: Pick<IndexedDocument, 'id'>) {
  const [, at = 0, firstPage = 0, lastPage = 0] = id.split(' ').map(Number)
  return { at, firstPage, lastPage }
}
