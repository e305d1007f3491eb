import { notFound } from '../errors.js'
import { authorizePair, type CallerIdentity, type ConversationDeps } from './authorize.js'
import type { Pair } from './ports.js'
import type { ConversationRecord } from './record.js'

/** The one conversation of a player with a character; not found while the player has never spoken to it. */
export async function getConversation(
  deps: ConversationDeps<'find'>,
  caller: CallerIdentity,
  pair: Pair,
): Promise<ConversationRecord> {
  await authorizePair(deps, caller, pair)
  const conversation = await deps.conversations.find(pair)
  // It is there from the first connection on, but a player who only connected never spoke.
  if (conversation === undefined || conversation.messageCount === 0) throw notFound('Conversation')
  return conversation
}
