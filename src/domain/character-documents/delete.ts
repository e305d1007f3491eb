import type { Caller } from '../access.js'
import { type FindCharacterDeps, findChangeableCharacter } from '../characters/access.js'
import type { DocumentRepository } from '../documents/ports.js'
import { isUnfinishedDocument } from '../documents/record.js'
import { domainError, notFound } from '../errors.js'
import { requireSpaceAccess } from '../organizations/access.js'

type DeleteDocumentDeps = FindCharacterDeps & {
  readonly documents: Pick<DocumentRepository, 'find' | 'remove'>
}
/** Null: whichever character has it. */
type Target = { readonly characterId: string | null; readonly documentId: string }

/** Removes a document that is not being ingested; its files go with the last copy. */
export async function deleteDocument(
  deps: DeleteDocumentDeps,
  caller: Pick<Caller, 'accountId' | 'orgId' | 'playerId'>,
  { characterId, documentId }: Target,
): Promise<void> {
  await requireSpaceAccess(deps, caller)
  const document = await deps.documents.find(documentId)
  const owner = characterId ?? document?.agentId
  if (owner === undefined) throw notFound('Document')
  await findChangeableCharacter(deps, caller, owner)
  if (document?.agentId !== owner) throw notFound('Document')

  const wasThere = await deps.documents.remove(documentId, (current) => {
    if (!isUnfinishedDocument(current)) return
    throw domainError('documentInProgress')
  })
  if (!wasThere) throw notFound('Document')
}
