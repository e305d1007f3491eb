import type { CallerIdentity } from '../access.js'
import { type FindCharacterDeps, findAccessibleCharacter } from '../characters/access.js'
import { DomainError, notFound } from '../errors.js'
import type { ConversationRepository, Pair } from './ports.js'

export type ConversationDeps<Method extends keyof ConversationRepository> = FindCharacterDeps & {
  readonly conversations: Pick<ConversationRepository, Method>
}

/**
 * The character whose conversations are asked for.
 * Open in the contract: we let a player at the conversations of a developer's character, the one kind that players
 * talk to most, though the character itself is not theirs to read. Another player's character does not exist for them.
 */
export async function authorizeCharacter(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  characterId: string,
): Promise<void> {
  const { player_id } = await findAccessibleCharacter(deps, caller, characterId)
  if (belongsToOtherPlayer(player_id, caller)) throw notFound('Character')
}

/** As `authorizeCharacter`; what another player said does not exist for a player. */
export async function authorizePair(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  { characterId, playerId }: Pair,
): Promise<void> {
  await authorizeCharacter(deps, caller, characterId)
  if (belongsToOtherPlayer(playerId, caller)) throw notFound('Conversation')
}

/** As `authorizePair`, to change it: what is another player's may be known, but not touched. */
export async function authorizePairChange(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  { characterId, playerId }: Pair,
): Promise<void> {
  const { player_id } = await findAccessibleCharacter(deps, caller, characterId)
  if (!belongsToOtherPlayer(player_id, caller) && !belongsToOtherPlayer(playerId, caller)) return
  throw new DomainError('forbidden', 'Conversation belongs to someone else')
}

export const belongsToOtherPlayer = (owner: string | null, { playerId }: CallerIdentity): boolean =>
  playerId !== null && owner !== null && owner !== playerId
