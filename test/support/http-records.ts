import type { CharacterRecord } from '../../src/domain/characters/record.js'
import type { ConversationRecord, MessageRecord } from '../../src/domain/conversations/record.js'
import type { OrganizationRecord } from '../../src/domain/organizations/record.js'

/** A stored character as a body that gives nothing makes it, with what a test cares about on top. */
export const characterRecord = (fields: Partial<CharacterRecord> = {}): CharacterRecord => ({
  id: 'c1',
  name: 'New Character',
  tagline: null,
  personality: null,
  background: null,
  appearance: null,
  avatar: null,
  source_image_url: null,
  system_prompt: null,
  tts_provider: 'default',
  tts_model: 'default',
  tts_voice: null,
  generated_voice_id: null,
  tts_speed: 1,
  tts_delivery_mode: null,
  vlm_model: 'default',
  llm_provider: 'default',
  llm_model: 'default',
  llm_temperature: 0.7,
  llm_max_tokens: 2048,
  llm_verbosity: 'medium',
  stt_provider: 'default',
  stt_language: 'en',
  vad_sensitivity: 0.5,
  vad_min_speech_duration_ms: 250,
  text_only: true,
  text_only_chosen: false,
  verbose: false,
  actions: [],
  is_public: false,
  player_id: null,
  model_status: null,
  model_url: null,
  account_id: 'a1',
  org_id: null,
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
