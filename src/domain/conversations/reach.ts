import type { Caller } from '../access.js'
import { type FindCharacterDeps, findOwn } from '../characters/access.js'
import { DomainError, notFound } from '../errors.js'
import type { ConversationStore, Pair } from './ports.js'

export type ConversationDeps<Method extends keyof ConversationStore> = FindCharacterDeps & {
  readonly conversations: Pick<ConversationStore, Method>
}
export type Asking = Pick<Caller, 'accountId' | 'playerId'>

/**
 * The character whose conversations are asked for.
 * Open in the contract: we let a player at the conversations of a developer's character, the one kind that players
 * talk to most, though the character itself is not theirs to read. Another player's character does not exist for them.
 */
export async function reachCharacter(
  deps: FindCharacterDeps,
  caller: Asking,
  characterId: string,
): Promise<void> {
  const { player_id } = await findOwn(deps, caller, characterId)
  if (isForeign(player_id, caller)) throw notFound('Character')
}

/** As `reachCharacter`; what another player said does not exist for a player. */
export async function reachPair(
  deps: FindCharacterDeps,
  caller: Asking,
  { characterId, playerId }: Pair,
): Promise<void> {
  await reachCharacter(deps, caller, characterId)
  if (isForeign(playerId, caller)) throw notFound('Conversation')
}

/** As `reachPair`, to change it: what is another player's may be known, but not touched. */
export async function reachPairToChange(
  deps: FindCharacterDeps,
  caller: Asking,
  { characterId, playerId }: Pair,
): Promise<void> {
  const { player_id } = await findOwn(deps, caller, characterId)
  if (!isForeign(player_id, caller) && !isForeign(playerId, caller)) return
  throw new DomainError('forbidden', 'Conversation belongs to someone else')
}

export const isForeign = (owner: string | null, { playerId }: Asking): boolean =>
  playerId !== null && owner !== null && owner !== playerId
