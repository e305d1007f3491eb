import type { ConversationRepository } from '../conversations/ports.js'
import type { MessageRecord } from '../conversations/record.js'
import type { Reply } from './reply.js'

/**
 * Truncates the stored reply to what was heard if the player cut it short; deletes it if nothing was heard, and the whole
 * turn if it was retracted.
 */
export async function truncateInterrupted(
  { conversations }: { readonly conversations: Pick<ConversationRepository, 'updateContent'> },
  stored: readonly MessageRecord[],
  reply: Pick<Reply, 'storedText' | 'isRetracted'>,
): Promise<void> {
  for (const { id, role, content } of stored) {
    const text = reply.isRetracted() ? '' : reply.storedText()
    if (role === 'user' && !reply.isRetracted()) continue
    // A picture comes without a word sometimes, and goes with its turn.
    if (role === 'user' || text !== content)
      await conversations.updateContent(id, text === '' ? undefined : text)
  }
}
