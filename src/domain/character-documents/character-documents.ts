import type { CallerIdentity, CallerInSpace } from '../access.js'
import {
  type FindCharacterDeps,
  findChangeableCharacter,
  findReadableCharacter,
} from '../characters/access.js'
import type { DocumentRepository } from '../documents/ports.js'
import { type DocumentRecord, isUnfinishedDocument } from '../documents/record.js'
import { DomainError, domainError, notFound } from '../errors.js'
import { requireSpaceAccess } from '../organizations/access.js'
import type { UnitOfWork } from '../unit-of-work.js'

type ListDocumentsDeps = FindCharacterDeps & { readonly documents: Pick<DocumentRepository, 'list'> }

/** All documents of a character, oldest first. */
export async function listDocuments(
  deps: ListDocumentsDeps,
  caller: CallerInSpace,
  characterId: string,
): Promise<DocumentRecord[]> {
  await requireSpaceAccess(deps, caller)
  await findReadableCharacter(deps, caller, characterId)
  return deps.documents.list(characterId)
}

/** One document. An `X-Org-Id` header must name an organization of the caller. */
export async function getDocument(
  deps: FindDocumentDeps,
  caller: CallerInSpace,
  id: string,
): Promise<DocumentRecord> {
  await requireSpaceAccess(deps, caller)
  return findReadableDocument(deps, caller, id)
}

type DeleteDocumentDeps = FindDocumentDeps & UnitOfWork
/** `characterId` null: the character that has the document. */
type Target = { readonly characterId: string | null; readonly documentId: string }

/** Removes a finished document; its files are deleted with the last copy. */
export async function deleteDocument(
  deps: DeleteDocumentDeps,
  caller: CallerInSpace,
  { characterId, documentId }: Target,
): Promise<void> {
  await requireSpaceAccess(deps, caller)
  const document = await deps.documents.find(documentId)
  const owner = characterId ?? document?.agentId
  if (owner === undefined) throw notFound('Document')
  await findChangeableCharacter(deps, caller, owner)
  if (document?.agentId !== owner) throw notFound('Document')

  await removeDocument(deps, documentId)
}

/** Throws `not_found` when it is gone, and `conflict` while it is being ingested. */
export const removeDocument = ({ transact }: UnitOfWork, id: string): Promise<void> =>
  transact({ document: { kind: 'documents', id } }, ({ document }) => {
    if (document === undefined) throw notFound('Document')
    if (isUnfinishedDocument(document)) throw domainError('documentInProgress')
    return { writes: [{ kind: 'documents', remove: [id] }], result: undefined }
  })

export type FindDocumentDeps = FindCharacterDeps & { readonly documents: Pick<DocumentRepository, 'find'> }

/** A document of a character that the caller may read; any other one is `not_found`. */
async function findReadableDocument(
  deps: FindDocumentDeps,
  caller: CallerIdentity,
  id: string,
): Promise<DocumentRecord> {
  const document = await deps.documents.find(id)
  if (document === undefined) throw notFound('Document')
  await findReadableCharacter(deps, caller, document.agentId).catch((error: unknown) => {
    // The same error as for a document that does not exist.
    throw error instanceof DomainError ? notFound('Document') : error
  })
  return document
}
