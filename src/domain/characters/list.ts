import type { Static } from 'typebox'
import { listCharacters as operation } from '../../contract/characters.js'
import { withDefaults } from '../defaults.js'
import type { Asking } from './access.js'
import type { CharacterStore } from './ports.js'
import type { CharacterRecord } from './record.js'

const Query = operation.schema.querystring

type ListCharactersDeps = { readonly characters: Pick<CharacterStore, 'list'> }
type CharacterPage = {
  readonly characters: CharacterRecord[]
  readonly total: number
  readonly limit: number
  readonly offset: number
}

/** The caller's characters, newest first; a player sees only their own. */
export async function listCharacters(
  { characters }: ListCharactersDeps,
  { accountId, playerId }: Asking,
  query: Static<typeof Query>,
): Promise<CharacterPage> {
  const { limit, offset, search } = withDefaults(Query, query, ['limit', 'offset'])
  const found = await characters.list({
    accountId,
    orgId: null,
    playerId,
    search: search || null,
    limit,
    offset,
  })
  return { ...found, limit, offset }
}
