import type { MemoryCandidate } from '../changes/memory-plan.js'
import {
  type ConversationTurn,
  type ExtractionContext,
  MAX_MESSAGE_CHARACTERS,
} from './extraction-context.js'
import { isInstruction } from './guards.js'
import { holdsSecret, maskSecrets } from './secrets.js'

/** What a turn that holds a secret or an instruction becomes: kept as what it is, for the plan to quarantine. */
export function quarantineCandidateOf(
  turn: ConversationTurn,
  { conversationId }: ExtractionContext,
): MemoryCandidate | undefined {
  const raw = turn.content.slice(0, MAX_MESSAGE_CHARACTERS)
  const masked = maskSecrets(raw)
  if (masked === raw && !isInstruction(raw)) return undefined
  return {
    content: holdsSecret(masked)
      ? `The player told a secret: ${masked.slice(0, 500)}`
      : `The player wrote: ${masked.slice(0, 500)}`,
    memoryType: 'fact',
    importance: 0,
    confidence: 0.3,
    slot: null,
    entities: [],
    relations: [],
    quote: masked,
    messageId: turn.id,
    sourceConversationId: conversationId,
    sourceMessageTimestamp: turn.timestamp ?? '',
  }
}
