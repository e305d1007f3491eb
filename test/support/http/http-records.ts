import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import type { ConversationRecord, MessageRecord } from '../../../src/domain/conversations/record.js'
import type { OrganizationRecord } from '../../../src/domain/organizations/record.js'
import { aCharacter } from '../stores/store-records.js'

/** A stored character as a body that gives nothing makes it, with what a test cares about on top. */
export const characterRecord = (fields: Partial<CharacterRecord> = {}): CharacterRecord =>
  aCharacter({
    id: 'c1',
    name: 'New Character',
    account_id: 'a1',
    created_at: '2030-01-02T03:04:05.000Z',
    updated_at: '2030-01-02T03:04:05.000Z',
    ...fields,
  })

export const conversationRecord = (fields: Partial<ConversationRecord> = {}): ConversationRecord => ({
  id: 'v1',
  characterId: 'c1',
  playerId: 'ada',
  apiKeyId: 'k1',
  createdAt: '2030-01-02T03:04:05.000Z',
  lastActivity: '2030-01-02T04:00:00.000Z',
  messageCount: 2,
  lastMemoryExtractionAt: null,
  ...fields,
})

export const messageRecord = (fields: Partial<MessageRecord> = {}): MessageRecord => ({
  id: 1,
  conversationId: 'v1',
  role: 'user',
  content: 'hello',
  speaker: null,
  timestamp: '2030-01-02T03:04:05.000Z',
  imageUrl: null,
  imageDescription: null,
  ...fields,
})

/** Owned by a1, with a2 as its member. */
export const organizationRecord = (fields: Partial<OrganizationRecord> = {}): OrganizationRecord => ({
  id: 'o1',
  name: 'Night Shift',
  createdAt: '2030-01-02T03:04:05.000Z',
  deletedAt: null,
  ownerId: 'a1',
  members: [
    { accountId: 'a1', addedAt: '2030-01-02T03:04:05.000Z' },
    { accountId: 'a2', addedAt: '2030-01-02T03:04:05.000Z' },
  ],
  isPurged: false,
  ...fields,
})

/** Where only these organizations are. */
export const organizationsOf = (...records: readonly OrganizationRecord[]) => ({
  find: async (id: string) => records.find((record) => record.id === id),
})
