import { notFound } from '../errors.js'
import type { Pair } from './ports.js'
import { type Asking, type ConversationDeps, reachPairToChange } from './reach.js'

/** Forgets all that a player and a character said to each other. */
export async function removeConversation(
  deps: ConversationDeps<'remove'>,
  caller: Asking,
  pair: Pair,
): Promise<void> {
  await reachPairToChange(deps, caller, pair)
  if (!(await deps.conversations.remove(pair))) throw notFound('Conversation')
}
