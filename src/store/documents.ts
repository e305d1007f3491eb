import { attachDocuments } from '../domain/documents/add-documents.js'
import type { DocumentRepository } from '../domain/documents/ports.js'
import type { UnitOfWork } from '../domain/unit-of-work.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

type DocumentDeps = UnitOfWork & { readonly tables: Pick<Tables, 'documents'> }

export function createDocumentRepository({ transact, tables }: DocumentDeps): DocumentRepository {
  const { documents } = tables

  return {
    find: async (id) => documents.get(id),
    findMany: async (ids) => documents.getMany(ids),
    list: async (characterId) => documents.byCharacter.slice(characterId),
    attach: (copies) => attachDocuments({ transact }, copies),
    async recordVectors(passages, vectors) {
      // Once for each text and model, and nobody waits for it: no index.
      const ids = [...documents.records.values()]
        .filter(({ passages_file }) => passages_file === passages)
        .map(({ id }) => id)
      return transact({ having: { kind: 'documents', ids } }, ({ having }) => ({
        writes: having.map((document) => ({ kind: 'documents', put: { ...document, vectors } })),
        result: having.length > 0,
      }))
    },
  }
}

/** Newest first, because the last record of a group is the cheapest to take out. */
export function documentRemoval({ documents }: Pick<Tables, 'documents'>, characterId: string): Change[] {
  const ids = documents.byCharacter.slice(characterId).map(({ id }) => id)
  return ids.length === 0 ? [] : [documents.remove(ids.reverse())]
}
