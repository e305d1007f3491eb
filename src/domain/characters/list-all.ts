import type { Asking } from './access.js'
import type { CharacterStore } from './ports.js'
import type { CharacterRecord } from './record.js'

type ListAllDeps = { readonly characters: Pick<CharacterStore, 'list'> }

/** All of the caller's characters at once, newest first, for clients that know of no pages; a player sees only their own. */
export async function listAllCharacters(
  { characters }: ListAllDeps,
  { accountId, playerId }: Asking,
): Promise<CharacterRecord[]> {
  const everything = { search: null, limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const found = await characters.list({ accountId, orgId: null, playerId, ...everything })
  return found.characters
}
