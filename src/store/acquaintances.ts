import { playerIdOfCharacter } from '../domain/encounters/participants.js'
import { removalOf } from './memories.js'
import type { MemoryTables } from './memory-tables.js'
import type { Orphans } from './orphans.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

type Forgetting = {
  readonly tables: Pick<Tables, 'characters' | 'conversations'> & MemoryTables
  readonly leftovers: Pick<Orphans, 'removalOf'>
}

type Gone = { readonly orgId: string; readonly characterIds: readonly string[] }

/**
 * What characters outside an organization keep of those of it that they met: words of the organization, which a purge has
 * to find. They go with the character, because nobody can tell later whose it was. Rare enough for a look at all records.
 */
export function acquaintanceRemoval(
  { tables, leftovers }: Forgetting,
  { orgId, characterIds }: Gone,
): { readonly changes: Change[]; readonly conversationIds: string[] } {
  const met = new Set(characterIds.map(playerIdOfCharacter))
  const isOutside = (characterId: string) => tables.characters.get(characterId)?.org_id !== orgId
  const learnt = [...tables.memories.records.values()].filter(
    ({ agentId, playerId }) => met.has(playerId) && isOutside(agentId),
  )
  const conversationIds = [...tables.conversations.records.values()]
    .filter(({ characterId, playerId }) => met.has(playerId) && isOutside(characterId))
    .map(({ id }) => id)
  const talks = conversationIds.length === 0 ? [] : [tables.conversations.remove(conversationIds)]
  return {
    changes: [...removalOf(tables, learnt), ...leftovers.removalOf(conversationIds), ...talks],
    conversationIds,
  }
}
