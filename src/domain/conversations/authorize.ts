import type { CallerIdentity } from '../access.js'
import { type FindCharacterDeps, findAccessibleCharacter } from '../characters/access.js'
import { domainError, notFound } from '../errors.js'
import type { ConversationRepository, Pair } from './ports.js'

export type ConversationDeps<Method extends keyof ConversationRepository> = FindCharacterDeps & {
  readonly conversations: Pick<ConversationRepository, Method>
}

/**
 * Checks access to the conversations of a character.
 * Open in the contract: we let players read their conversations with a developer's character, although they cannot read
 * the character itself, because players mostly talk to such characters. Another player's character is `not_found`.
 */
export async function authorizeCharacter(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  characterId: string,
): Promise<void> {
  const { player_id } = await findAccessibleCharacter(deps, caller, characterId)
  if (belongsToOtherPlayer(player_id, caller)) throw notFound('Character')
}

/** As `authorizeCharacter`; another player's conversation is `not_found`. */
export async function authorizePair(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  { characterId, playerId }: Pair,
): Promise<void> {
  await authorizeCharacter(deps, caller, characterId)
  if (belongsToOtherPlayer(playerId, caller)) throw notFound('Conversation')
}

/** As `authorizePair`, for a change; another player's conversation is `forbidden`. */
export async function authorizePairChange(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  { characterId, playerId }: Pair,
): Promise<void> {
  const { player_id } = await findAccessibleCharacter(deps, caller, characterId)
  if (!belongsToOtherPlayer(player_id, caller) && !belongsToOtherPlayer(playerId, caller)) return
  throw domainError('conversationOfAnother')
}

export const belongsToOtherPlayer = (owner: string | null, { playerId }: CallerIdentity): boolean =>
  playerId !== null && owner !== null && owner !== playerId
