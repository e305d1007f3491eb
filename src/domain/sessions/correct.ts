import type { ConversationStore } from '../conversations/ports.js'
import type { MessageRecord } from '../conversations/record.js'

/** Puts a stored reply right once it is known how much of it was heard; one of which nothing was, was never said. */
export async function correctReply(
  { conversations }: { readonly conversations: Pick<ConversationStore, 'revise'> },
  stored: MessageRecord | undefined,
  kept: string,
): Promise<void> {
  if (stored === undefined || stored.content === kept) return
  await conversations.revise(stored.id, kept === '' ? undefined : kept)
}
