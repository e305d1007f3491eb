import type { MemoryCandidate } from '../../../src/domain/memories/changes/memory-plan.js'
import { at } from '../stores/store-records.js'

/** Something found in a conversation, about nothing in particular. */
export const aCandidate = (given: Partial<MemoryCandidate> = {}): MemoryCandidate => ({
  content: 'Likes tea',
  memoryType: 'fact',
  importance: 0.5,
  confidence: 0.9,
  slot: null,
  quote: given.content ?? 'I like tea',
  sourceConversationId: 'conversation-1',
  sourceMessageTimestamp: at(0),
  entities: [],
  relations: [],
  ...given,
})

/** A one-valued slot, of which the newest value counts. */
export const livesIn = (value: string, given: Partial<MemoryCandidate> = {}): MemoryCandidate =>
  aCandidate({
    content: `Lives in ${value}`,
    slot: { subject: 'player', attribute: 'home', value, cardinality: 'one' },
    quote: `I live in ${value}`,
    entities: [{ name: value, entityType: 'place' }],
    ...given,
  })
