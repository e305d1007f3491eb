import { expect, test } from 'vitest'
import type { MemoryCandidate } from '../../../../src/domain/memories/changes/memory-plan.js'
import { attributeToSpeakers } from '../../../../src/domain/memories/extract/extract-conversation.js'

const candidate = (given: Partial<MemoryCandidate> = {}): MemoryCandidate => ({
  content: "The player's sister is called Vera",
  memoryType: 'relationship',
  importance: 0.5,
  confidence: 1,
  slot: { subject: 'player', attribute: 'sister', value: 'Vera', cardinality: 'many' },
  entities: [],
  relations: [{ from: 'Vera', to: 'player', relationshipType: 'sister_of' }],
  quote: 'My sister is called Vera',
  sourceConversationId: 'v1',
  sourceMessageTimestamp: '2030-01-01T00:00:00.000Z',
  messageId: 2,
  ...given,
})
const messages = [
  { id: 1, speaker: null },
  { id: 2, speaker: 'Grace $&' },
]

test('what a guest tells of themselves is told of the guest', () => {
  expect(attributeToSpeakers([candidate()], messages)).toEqual([
    candidate({
      content: "Grace $&'s sister is called Vera",
      slot: { subject: 'Grace $&', attribute: 'sister', value: 'Vera', cardinality: 'many' },
      relations: [{ from: 'Vera', to: 'Grace $&', relationshipType: 'sister_of' }],
    }),
  ])
})

test('what a guest tells of others keeps who it is about, and says who told it', () => {
  const slot = { subject: 'Vera', attribute: 'job', value: 'nurse', cardinality: 'one' } as const
  expect(attributeToSpeakers([candidate({ content: 'Vera is a nurse', slot })], messages)).toMatchObject([
    { content: 'Grace $&: Vera is a nurse', slot },
  ])
})

test('what the player tells stays as it is', () => {
  const own = candidate({ messageId: 1 })
  expect(attributeToSpeakers([own], messages)).toEqual([own])
})
