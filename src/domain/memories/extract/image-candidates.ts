import { MEMORY_CONTENT_MAX } from '../../../contract/memories.js'
import type { MemoryCandidate } from '../changes/memory-plan.js'
import type { ConversationTurn, ExtractionContext } from './extraction-context.js'

const FRAME = 'The player showed a picture: '

/** What the character saw in the images that the player sent: one memory each, the description is its quote. */
export function imageCandidates(
  turns: readonly ConversationTurn[],
  { conversationId, after = Number.NEGATIVE_INFINITY }: ExtractionContext,
): MemoryCandidate[] {
  return turns.flatMap(({ id, role, imageDescription, timestamp }) => {
    const seen = imageDescription?.trim() ?? ''
    if (role !== 'user' || id <= after || seen === '') return []
    const quote = [...seen].slice(0, MEMORY_CONTENT_MAX - FRAME.length).join('')
    return [
      {
        content: `${FRAME}${quote}`,
        memoryType: 'event',
        importance: 0.4,
        confidence: 0.8,
        slot: null,
        entities: [],
        relations: [],
        quote,
        origin: 'image',
        messageId: id,
        sourceConversationId: conversationId,
        sourceMessageTimestamp: timestamp ?? '',
      },
    ]
  })
}
