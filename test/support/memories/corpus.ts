import type { CorpusDocument, CorpusSource } from '../../../src/domain/retrieval/corpus-source.js'

/** A source of documents that never change, the same for each key, which stand for themselves. */
export function sourceOf<Document extends CorpusDocument>(
  documents: readonly Document[],
): CorpusSource<Document, true> {
  const byId = new Map(documents.map((document) => [document.id, document]))
  return {
    list: async (_, since) => ({
      version: true,
      removed: [],
      added: since === undefined ? [documents.map((document) => ({ ...document, vectorGroup: '' }))] : [],
    }),
    read: async (_, ids) =>
      ids.flatMap((id) => {
        const item = byId.get(id)
        return item === undefined ? [] : [{ document: { ...item, vectorGroup: '' }, item }]
      }),
    release: () => undefined,
    vectors: { awaited: 0, find: async () => new Map(), save: async () => undefined },
    messages: { notIndexed: 'not indexed', notEmbedded: 'not embedded', notStored: 'not stored' },
  }
}
