import type { Static } from 'typebox'
import { listCharacters as operation } from '../../contract/characters.js'
import type { Caller, CallerIdentity, CallerInSpace } from '../access.js'
import { withDefaults } from '../defaults.js'
import { notFound } from '../errors.js'
import { type FindOrganizationDeps, requireSpaceAccess } from '../organizations/access.js'
import { type FindCharacterDeps, findChangeableCharacter, findReadableCharacter } from './access.js'
import type { CharacterRepository } from './ports.js'
import type { CharacterRecord } from './record.js'

/** A character; a guest, who has a session token, gets it without its private fields. */
export async function getCharacter(
  deps: FindCharacterDeps,
  caller: CallerIdentity & Pick<Caller, 'session'>,
  id: string,
): Promise<CharacterRecord> {
  const record = await findReadableCharacter(deps, caller, id)
  return caller.session === undefined ? record : sharedRecord(record)
}

/** Keeps every key, but hides the instructions: a share gives access to a conversation, not to its script. */
const sharedRecord = (record: CharacterRecord): CharacterRecord => ({
  ...record,
  system_prompt: null,
  background: null,
})

const Query = operation.schema.querystring

type ListCharactersDeps = FindOrganizationDeps & { readonly characters: Pick<CharacterRepository, 'list'> }
type CharacterPage = {
  readonly characters: CharacterRecord[]
  readonly total: number
  readonly limit: number
  readonly offset: number
}

/** A page of the characters in the caller's space, newest first; a player sees only their own. */
export async function listCharacters(
  { characters, organizations }: ListCharactersDeps,
  { accountId, playerId, orgId }: CallerInSpace,
  query: Static<typeof Query>,
): Promise<CharacterPage> {
  await requireSpaceAccess({ organizations }, { accountId, orgId })
  const { limit, offset, search } = withDefaults(Query, query, ['limit', 'offset'])
  const found = await characters.list({
    accountId,
    orgId,
    playerId,
    search: search || null,
    limit,
    offset,
  })
  return { ...found, limit, offset }
}

type ListAllDeps = FindOrganizationDeps & { readonly characters: Pick<CharacterRepository, 'list'> }

/** All characters of the space, newest first, for old clients without pagination; a player sees only their own. */
export async function listAllCharacters(
  { characters, organizations }: ListAllDeps,
  { accountId, playerId, orgId }: CallerInSpace,
): Promise<CharacterRecord[]> {
  await requireSpaceAccess({ organizations }, { accountId, orgId })
  const everything = { search: null, limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const found = await characters.list({ accountId, orgId, playerId, ...everything })
  return found.characters
}

type DeleteCharacterDeps = FindCharacterDeps & {
  readonly characters: Pick<CharacterRepository, 'find' | 'remove'>
}

/** Removes the character with its documents and conversations. */
export async function deleteCharacter(
  deps: DeleteCharacterDeps,
  caller: CallerIdentity,
  id: string,
): Promise<{ deleted: true; id: string }> {
  await findChangeableCharacter(deps, caller, id)
  if (!(await deps.characters.remove(id))) throw notFound('Character')
  return { deleted: true, id }
}
