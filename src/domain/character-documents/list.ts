import type { Caller } from '../access.js'
import { type FindCharacterDeps, findReadableCharacter } from '../characters/access.js'
import type { DocumentRepository } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import { requireSpaceAccess } from '../organizations/access.js'

type ListDocumentsDeps = FindCharacterDeps & { readonly documents: Pick<DocumentRepository, 'list'> }

/** All documents of a character, oldest first. */
export async function listDocuments(
  deps: ListDocumentsDeps,
  caller: Pick<Caller, 'accountId' | 'orgId' | 'playerId'>,
  characterId: string,
): Promise<DocumentRecord[]> {
  await requireSpaceAccess(deps, caller)
  await findReadableCharacter(deps, caller, characterId)
  return deps.documents.list(characterId)
}
