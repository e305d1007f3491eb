import type { Caller } from '../access.js'
import { type FindCharacterDeps, findAccessibleCharacter } from '../characters/access.js'
import type { ShareRepository } from './ports.js'
import type { ShareRecord } from './record.js'

type ListSharesDeps = FindCharacterDeps & { readonly shares: Pick<ShareRepository, 'list'> }

/** The shares of a character that are not revoked, newest first; expired ones too. */
export async function listShares(
  deps: ListSharesDeps,
  caller: Caller,
  characterId: string,
): Promise<ShareRecord[]> {
  const { id } = await findAccessibleCharacter(deps, caller, characterId)
  return deps.shares.list(id)
}
