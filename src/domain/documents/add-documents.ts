import { ACTIVE_DOCUMENTS } from '../../contract/documents.js'
import { notFound } from '../errors.js'
import type { UnitOfWork, UnitWrite } from '../unit-of-work.js'
import { type Attachments, SourceDocumentsDeleted } from './ports.js'
import { type DocumentRecord, isActiveDocument, tooManyDocuments } from './record.js'

/** What adding documents depends on: their sources, and all that their characters have. */
export const additionKeys = ({ documents, sources }: Attachments) =>
  ({
    sources: { kind: 'documents', ids: sources },
    present: { group: 'documentsOfCharacters', of: charactersOf(documents) },
  }) as const

type Read = { readonly sources: readonly DocumentRecord[]; readonly present: readonly DocumentRecord[] }

/** Throws SourceDocumentsDeleted, and `invalid` when a character would have more than ten documents. */
export function additionWrites({ documents, sources }: Attachments, read: Read): UnitWrite[] {
  const ready = new Set(read.sources.filter(({ status }) => status === 'ready').map(({ id }) => id))
  const gone = sources.filter((id) => !ready.has(id))
  if (gone.length > 0) throw new SourceDocumentsDeleted(gone)

  const counts = new Map<string, number>()
  for (const { agentId } of [...read.present, ...documents].filter(isActiveDocument))
    counts.set(agentId, (counts.get(agentId) ?? 0) + 1)
  // A character that gets no active one may have more from an earlier version.
  const growing = charactersOf(documents.filter(isActiveDocument))
  if (growing.some((id) => (counts.get(id) ?? 0) > ACTIVE_DOCUMENTS)) throw tooManyDocuments()
  return documents.map((put) => ({ kind: 'documents', put }))
}

/** See `DocumentRepository.attach`. */
export const attachDocuments = ({ transact }: UnitOfWork, copies: Attachments): Promise<void> => {
  const characters = { kind: 'characters', ids: charactersOf(copies.documents) } as const
  return transact({ characters, ...additionKeys(copies) }, ({ characters: found, ...read }) => {
    requireCharacters(characters.ids, found)
    return { writes: additionWrites(copies, read), result: undefined }
  })
}

/** Throws `not_found` when one of them is gone. */
export function requireCharacters(ids: readonly string[], found: readonly object[]): void {
  if (found.length < ids.length) throw notFound('Character')
}

/** The ids of the characters that have the documents, each once. */
export const charactersOf = (documents: readonly DocumentRecord[]): string[] => [
  ...new Set(documents.map(({ agentId }) => agentId)),
]
