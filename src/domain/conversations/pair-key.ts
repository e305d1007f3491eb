import type { Pair } from './ports.js'

/** One string for a pair; the length tells where the first id ends, whatever the ids hold. */
export const pairKey = ({ characterId, playerId }: Pair): string =>
  `${characterId.length} ${characterId}${playerId}`

/** The pair of a `pairKey`. */
export function pairOfKey(key: string): Pair {
  const from = key.indexOf(' ') + 1
  const to = from + Number.parseInt(key, 10)
  return { characterId: key.slice(from, to), playerId: key.slice(to) }
}
