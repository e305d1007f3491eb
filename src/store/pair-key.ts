import type { Pair } from '../domain/conversations/ports.js'

/** Ids of characters have a length, those of players may contain anything: no two pairs have one key. */
export const pairKey = ({ characterId, playerId }: Pair): string =>
  `${characterId.length} ${characterId}${playerId}`
