import { type FindOrganizationDeps, requireSpaceAccess } from '../organizations/access.js'
import type { CallerInSpace } from './access.js'
import type { CharacterRepository } from './ports.js'
import type { CharacterRecord } from './record.js'

type ListAllDeps = FindOrganizationDeps & { readonly characters: Pick<CharacterRepository, 'list'> }

/** All characters of the space at once, newest first, for clients that know of no pages; a player sees only their own. */
export async function listAllCharacters(
  { characters, organizations }: ListAllDeps,
  { accountId, playerId, orgId }: CallerInSpace,
): Promise<CharacterRecord[]> {
  await requireSpaceAccess({ organizations }, { accountId, orgId })
  const everything = { search: null, limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const found = await characters.list({ accountId, orgId, playerId, ...everything })
  return found.characters
}
