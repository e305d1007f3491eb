import { authorizeCharacter, type CallerIdentity, type ConversationDeps } from './authorize.js'
import type { ConversationStats } from './ports.js'
import type { ConversationRecord } from './record.js'

/** How much was said to a character, and when; to a player, only what they said. */
export async function conversationStats(
  deps: ConversationDeps<'find' | 'stats'>,
  caller: CallerIdentity,
  characterId: string,
): Promise<ConversationStats> {
  await authorizeCharacter(deps, caller, characterId)

  const { playerId } = caller
  if (playerId === null) return deps.conversations.stats(characterId)
  return statsOf(await deps.conversations.find({ characterId, playerId }))
}

const statsOf = (only: ConversationRecord | undefined): ConversationStats => ({
  totalConversations: only === undefined ? 0 : 1,
  totalMessages: only?.messageCount ?? 0,
  firstActivity: only?.createdAt ?? null,
  lastActivity: only?.lastActivity ?? null,
})
