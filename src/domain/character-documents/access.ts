import { type CallerIdentity, type FindCharacterDeps, findReadableCharacter } from '../characters/access.js'
import type { DocumentRepository } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import { DomainError, notFound } from '../errors.js'

export type FindDocumentDeps = FindCharacterDeps & { readonly documents: Pick<DocumentRepository, 'find'> }

/** A document of a character that the caller may read; any other does not exist for it. */
export async function findReadableDocument(
  deps: FindDocumentDeps,
  caller: CallerIdentity,
  id: string,
): Promise<DocumentRecord> {
  const document = await deps.documents.find(id)
  if (document === undefined) throw notFound('Document')
  await findReadableCharacter(deps, caller, document.agentId).catch((error: unknown) => {
    // In the same words as for one that is not there.
    throw error instanceof DomainError ? notFound('Document') : error
  })
  return document
}
