import type { Static } from 'typebox'
import { listCharacters as operation } from '../../contract/characters.js'
import { withDefaults } from '../defaults.js'
import { type FindOrganizationDeps, requireSpaceAccess } from '../organizations/access.js'
import type { CallerInSpace } from './access.js'
import type { CharacterRepository } from './ports.js'
import type { CharacterRecord } from './record.js'

const Query = operation.schema.querystring

type ListCharactersDeps = FindOrganizationDeps & { readonly characters: Pick<CharacterRepository, 'list'> }
type CharacterPage = {
  readonly characters: CharacterRecord[]
  readonly total: number
  readonly limit: number
  readonly offset: number
}

/** The characters of the space that the caller acts in, newest first; a player sees only their own. */
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
