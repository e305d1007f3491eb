import { decodePassages } from '../documents/passage-file.js'
import type { Passage } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import type { FileStore } from '../files/ports.js'
import type { SearchEngine } from '../retrieval/engine.js'
import type { IndexedDocument, NewDocument, SearchIndex } from '../retrieval/ports.js'

/** A document whose passages are stored. */
export type ReadyDocument = DocumentRecord & { readonly passages_file: string }

export type FillDeps = {
  readonly files: Pick<FileStore, 'open'>
  readonly engine: SearchEngine
}

/** Passages that are made vectors of, and put into an index, at once. */
const BATCH = 64

/**
 * Puts the passages of a document into an index, or puts them there anew, and returns their ids: none when somebody
 * deleted the document meanwhile. Without vectors they are found by their words.
 */
export async function indexDocument(
  { files, engine }: FillDeps,
  index: SearchIndex,
  { document, hasVectors }: { readonly document: ReadyDocument; readonly hasVectors: boolean },
): Promise<readonly string[]> {
  const bytes = await files.open(document.passages_file)
  if (bytes === undefined) return []
  const ids: string[] = []
  let batch: IndexedDocument[] = []
  const flush = async () => {
    await index.add(hasVectors ? await withVectors(engine, batch) : batch)
    batch = []
  }
  for await (const passage of decodePassages(bytes)) {
    const indexed = toIndexed(passage, { documentId: document.id, at: ids.length })
    ids.push(indexed.id)
    batch.push(indexed)
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return ids
}

const NOBODY_STOPS = new AbortController().signal

async function withVectors(
  { embeddings }: SearchEngine,
  batch: readonly IndexedDocument[],
): Promise<NewDocument[]> {
  const texts = batch.map(({ text }) => text)
  const vectors = await embeddings.embed(texts, NOBODY_STOPS)
  return batch.map((document, at) => {
    const vector = vectors[at]
    return vector === undefined ? document : { ...document, vector }
  })
}

type Place = { readonly documentId: string; readonly at: number }

/** Passages overlap, which is context enough: `prev` and `near` stay empty. */
const toIndexed = ({ text, firstPage, lastPage }: Passage, { documentId, at }: Place): IndexedDocument => ({
  id: [documentId, at, firstPage, lastPage].join(' '),
  kind: 'passage',
  type: documentId,
  text,
  prev: '',
  near: '',
  subject: '',
})

/** Where a passage of an index stands; its id tells. */
export function placeOf({ id }: Pick<IndexedDocument, 'id'>) {
  const [, at = 0, firstPage = 0, lastPage = 0] = id.split(' ').map(Number)
  return { at, firstPage, lastPage }
}
