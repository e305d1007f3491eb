import { ACTIVE_DOCUMENTS } from '../contract/documents.js'
import {
  type Attachments,
  type DocumentRepository,
  SourceDocumentsDeleted,
} from '../domain/documents/ports.js'
import { type DocumentRecord, isActiveDocument, tooManyDocuments } from '../domain/documents/record.js'
import { notFound } from '../domain/errors.js'
import type { Database } from './database.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

type DocumentDeps = {
  readonly database: Database
  readonly tables: Pick<Tables, 'characters' | 'documents'>
}

export function createDocumentRepository({ database, tables }: DocumentDeps): DocumentRepository {
  const { characters, documents } = tables

  return {
    find: async (id) => documents.get(id),
    findMany: async (ids) => documents.getMany(ids),
    list: async (characterId) => documents.byCharacter.slice(characterId),
    async attach(copies) {
      for (const { agentId } of copies.documents) {
        if (characters.get(agentId) === undefined) throw notFound('Character')
      }
      await database.commit(documentAddition(tables, copies))
    },
    async recordVectors(passages, vectors) {
      // Once for each text and model, and nobody waits for it: no index.
      const having = [...documents.records.values()].filter(({ passages_file }) => passages_file === passages)
      await database.commit(having.map((document) => documents.put({ ...document, vectors })))
      return having.length > 0
    },
  }
}

/** Checked in the same turn as it is committed, so that nobody comes between. */
export function documentAddition(
  { documents }: Pick<Tables, 'documents'>,
  { documents: added, sources }: Attachments,
): Change[] {
  const gone = sources.filter((id) => documents.get(id)?.status !== 'ready')
  if (gone.length > 0) throw new SourceDocumentsDeleted(gone)

  for (const [characterId, count] of countsOf(added)) {
    const there = documents.byCharacter.slice(characterId).filter(isActiveDocument).length
    if (there + count > ACTIVE_DOCUMENTS) throw tooManyDocuments()
  }
  return added.map((document) => documents.put(document))
}

function countsOf(added: readonly DocumentRecord[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { agentId } of added.filter(isActiveDocument))
    counts.set(agentId, (counts.get(agentId) ?? 0) + 1)
  return counts
}

/** Newest first, because the last record of a group is the cheapest to take out. */
export function documentRemoval({ documents }: Pick<Tables, 'documents'>, characterId: string): Change[] {
  const ids = documents.byCharacter.slice(characterId).map(({ id }) => id)
  return ids.length === 0 ? [] : [documents.remove(ids.reverse())]
}
