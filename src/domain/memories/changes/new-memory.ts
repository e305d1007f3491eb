import type { Pair } from '../../conversations/ports.js'
import { initialStability } from '../decay/forgetting-curve.js'
import type { MemoryRecord } from '../record.js'
import { contentHashOf } from './content-hash.js'

type NewMemoryFields = Pick<
  MemoryRecord,
  'content' | 'memoryType' | 'importance' | 'confidence' | 'memoryLayer'
> &
  Partial<MemoryRecord>

type NewMemoryIdentity = {
  readonly id: string
  readonly userId: string
  readonly pair: Pair
  readonly now: Date
}

/** A new memory: active, never used, and written by hand unless `given` has other values. */
export function newMemory(
  given: NewMemoryFields,
  { id, userId, pair, now }: NewMemoryIdentity,
): MemoryRecord {
  const createdAt = now.toISOString()
  return {
    id,
    userId,
    agentId: pair.characterId,
    playerId: pair.playerId,
    status: 'active',
    source: 'manual_dashboard',
    sourceConversationId: null,
    sourceQuote: null,
    accessCount: 0,
    createdAt,
    lastAccessedAt: null,
    extractedAt: null,
    sourceMessageTimestamp: null,
    updatedAt: null,
    slot: null,
    entities: [],
    relations: [],
    eventDate: null,
    stability: initialStability(given),
    lastUsedAt: createdAt,
    usedOnDays: [],
    supersedes: null,
    supersededBy: null,
    reason: null,
    contentHash: contentHashOf(given.content),
    language: null,
    origin: null,
    messageId: null,
    lastSaidAt: null,
    quoteStart: null,
    quoteEnd: null,
    ...given,
  }
}
