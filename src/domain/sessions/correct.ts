import type { ConversationStore } from '../conversations/ports.js'
import type { MessageRecord } from '../conversations/record.js'
import type { Reply } from './reply.js'

/**
 * Puts what is stored of a turn right once it is known how much of the reply was heard: one of which nothing was, was
 * never said, and a turn that was taken back never took place.
 */
export async function correctTurn(
  { conversations }: { readonly conversations: Pick<ConversationStore, 'revise'> },
  stored: readonly MessageRecord[],
  reply: Pick<Reply, 'kept' | 'isRetracted'>,
): Promise<void> {
  for (const { id, role, content } of stored) {
    const kept = reply.isRetracted() ? '' : reply.kept()
    if (role === 'user' && !reply.isRetracted()) continue
    // A picture comes without a word sometimes, and goes with its turn.
    if (role === 'user' || kept !== content) await conversations.revise(id, kept === '' ? undefined : kept)
  }
}
