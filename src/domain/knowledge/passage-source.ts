import type { DocumentRepository } from '../documents/ports.js'
import type { DocumentRecord, ReadyDocument } from '../documents/record.js'
import type { FileHash } from '../files/ports.js'
import type { CorpusDocument, CorpusItem, CorpusSource } from '../retrieval/corpus-source.js'
import { type PassagePlace, passageId, passagePlace } from './passage-file.js'
import { createVectorFiles, type VectorFileDeps } from './passage-vectors.js'
import type { Passage } from './ports.js'
import type { TextCache } from './text-cache.js'

/** A passage and where it stands. */
export type PassageItem = PassagePlace & { readonly passage: Passage }

export type PassageSourceDeps = VectorFileDeps & {
  readonly documents: Pick<DocumentRepository, 'list'>
  readonly textCache: Pick<TextCache, 'passages'>
}

/** The documents that were listed, by id: the file of their passages, and how many these are. */
type Version = ReadonlyMap<string, ListedDocument>
type ListedDocument = { readonly file: FileHash; readonly passages: number }

/** Passages that are added to an index at once. */
const SLICE = 64

/** The passages of a character's documents. The records say what is new, so that no change has to be announced. */
export function createPassageSource(deps: PassageSourceDeps): CorpusSource<PassageItem, Version> {
  const listed = new Map<string, Version>()
  return {
    list: async (characterId, since = new Map()) => {
      const documents = await readyDocuments(deps, characterId)
      const current = new Set(documents.map(({ id }) => id))
      const version = new Map([...since].filter(([id]) => current.has(id)))
      listed.set(characterId, version)
      const added = documents.filter(({ id }) => !since.has(id))
      return {
        version,
        removed: [...since].filter(([id]) => !current.has(id)).flatMap(passageIds),
        added: passageSlices(deps, added, version),
      }
    },
    read: (characterId, ids) => readPassages(deps, listed.get(characterId) ?? new Map(), ids),
    release: (characterId) => void listed.delete(characterId),
    // No turn waits for the vectors of documents.
    vectors: { awaited: 0, ...createVectorFiles(deps) },
    messages: {
      notIndexed: 'The documents of a character could not be indexed; the next search tries again',
      notEmbedded: 'Passages of documents could not be embedded; they are searched by words only',
      notStored: 'Vectors of a document could not be stored',
    },
  }
}

/** Oldest first. */
export async function readyDocuments(
  { documents }: Pick<PassageSourceDeps, 'documents'>,
  characterId: string,
): Promise<readonly ReadyDocument[]> {
  return (await documents.list(characterId)).filter(isReady)
}

export const isReady = (document: DocumentRecord): document is ReadyDocument =>
  document.status === 'ready' && document.passages_file !== null

/** Enters each document into `version` once all of it was given out; one that was deleted meanwhile has no passages. */
async function* passageSlices(
  { textCache }: Pick<PassageSourceDeps, 'textCache'>,
  documents: readonly ReadyDocument[],
  version: Map<string, ListedDocument>,
): AsyncGenerator<readonly CorpusDocument[]> {
  for (const { id, passages_file } of documents) {
    const passages = (await textCache.passages(passages_file)) ?? []
    for (let from = 0; from < passages.length; from += SLICE) {
      yield passages
        .slice(from, from + SLICE)
        .map(({ text }, at) => passageDocument({ documentId: id, at: from + at }, text))
    }
    version.set(id, { file: passages_file, passages: passages.length })
  }
}

async function readPassages(
  { textCache }: Pick<PassageSourceDeps, 'textCache'>,
  version: Version,
  ids: readonly string[],
): Promise<CorpusItem<PassageItem>[]> {
  const places = ids.map(passagePlace)
  const texts = new Map<string, readonly Passage[]>()
  for (const documentId of new Set(places.map((place) => place.documentId))) {
    const file = version.get(documentId)?.file
    texts.set(documentId, (file !== undefined && (await textCache.passages(file))) || [])
  }
  return places.flatMap((place) => {
    const passage = texts.get(place.documentId)?.[place.at]
    if (passage === undefined) return []
    return [{ document: passageDocument(place, passage.text), item: { ...place, passage } }]
  })
}

/** Neither a text beside it nor one before it: the overlap of passages is context enough. */
const passageDocument = ({ documentId, at }: PassagePlace, text: string): CorpusDocument => ({
  id: passageId({ documentId, at }),
  text,
  vectorGroup: documentId,
})

const passageIds = ([documentId, { passages }]: readonly [string, ListedDocument]): string[] =>
  Array.from({ length: passages }, (_, at) => passageId({ documentId, at }))
