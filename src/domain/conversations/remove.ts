import { notFound } from '../errors.js'
import { authorizePairChange, type CallerIdentity, type ConversationDeps } from './authorize.js'
import type { Pair } from './ports.js'

/** Forgets all that a player and a character said to each other. */
export async function removeConversation(
  deps: ConversationDeps<'remove'>,
  caller: CallerIdentity,
  pair: Pair,
): Promise<void> {
  await authorizePairChange(deps, caller, pair)
  if (!(await deps.conversations.remove(pair))) throw notFound('Conversation')
}
