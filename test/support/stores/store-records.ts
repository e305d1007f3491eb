import type { AccountRecord, ApiKeyRecord } from '../../../src/domain/accounts/record.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import type { NewMessage } from '../../../src/domain/conversations/ports.js'
import type { ConversationRecord } from '../../../src/domain/conversations/record.js'
import type { EncounterRecord } from '../../../src/domain/encounters/record.js'
import type { MemoryView, MemoryWrite } from '../../../src/domain/memories/changes/change-memories.js'
import { newMemory } from '../../../src/domain/memories/changes/new-memory.js'
import { toMemoryWrite } from '../../../src/domain/memories/changes/record-changes.js'
import type { MemoryRecord } from '../../../src/domain/memories/record.js'
import type { OrganizationRecord } from '../../../src/domain/organizations/record.js'
import type { ShareRecord } from '../../../src/domain/shares/record.js'

/** The moment `second` seconds after a fixed one. */
export const at = (second: number): string => new Date(Date.UTC(2030, 0, 2) + second * 1000).toISOString()

export const anAccount = (given: Partial<AccountRecord> = {}): AccountRecord => ({
  id: 'account-1',
  email: 'dev@parley.local',
  isStaff: false,
  createdAt: at(0),
  ...given,
})

export const aKey = (given: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id: 'key-1',
  name: 'CI',
  preview: 'svc_ab12',
  scopes: ['characters:read'],
  createdAt: at(0),
  lastUsedAt: null,
  accountId: 'account-1',
  hash: 'hash-1',
  ...given,
})

export const aCharacter = (given: Partial<CharacterRecord> = {}): CharacterRecord => ({
  id: 'character-1',
  name: 'Mira',
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
  verbose: false,
  actions: [],
  is_public: false,
  player_id: null,
  model_status: null,
  model_url: null,
  model_preview_url: null,
  model_rigged: false,
  model_animations: [],
  created_at: at(0),
  updated_at: at(0),
  account_id: 'account-1',
  org_id: null,
  text_only_chosen: false,
  avatar_file: null,
  source_image_file: null,
  voice_description: null,
  model_file: null,
  model_preview_file: null,
  model_thumbnail_file: null,
  model_job: null,
  ...given,
})

export const aConversation = (given: Partial<ConversationRecord> = {}): ConversationRecord => ({
  id: 'conversation-1',
  characterId: 'character-1',
  playerId: 'player-1',
  apiKeyId: null,
  createdAt: at(0),
  lastActivity: null,
  messageCount: 0,
  lastMemoryExtractionAt: null,
  ...given,
})

export const aMessage = (given: Partial<NewMessage> = {}): NewMessage => ({
  role: 'user',
  content: 'Hello',
  speaker: null,
  timestamp: at(0),
  imageUrl: null,
  imageDescription: null,
  ...given,
})

export const anOrganization = (given: Partial<OrganizationRecord> = {}): OrganizationRecord => ({
  id: 'org-1',
  name: 'Night Shift',
  createdAt: at(0),
  deletedAt: null,
  ownerId: 'account-1',
  members: [{ accountId: 'account-1', addedAt: at(0) }],
  isPurged: false,
  ...given,
})

/** A memory written by hand, of the character and the player of `aConversation`. */
export const aMemory = (given: Partial<MemoryRecord> = {}): MemoryRecord =>
  newMemory(
    {
      content: 'Likes tea',
      memoryType: 'preference',
      importance: 0.5,
      confidence: 1,
      memoryLayer: 'stm',
      ...given,
    },
    {
      id: given.id ?? 'memory-1',
      userId: 'account-1',
      pair: { characterId: 'character-1', playerId: 'player-1' },
      now: new Date(given.createdAt ?? at(0)),
    },
  )

/** What is written when these memories are new; their ids name their core facts, too. */
export const created =
  (...memories: readonly MemoryRecord[]) =>
  ({ facts }: MemoryView): MemoryWrite =>
    toMemoryWrite(
      memories.map((after) => ({
        before: undefined,
        after,
        kind: 'created' as const,
        actor: 'manual' as const,
        reason: null,
      })),
      { ids: { uuid: () => `fact of ${memories[0]?.id}` }, now: new Date(at(0)), facts },
    )

/** Expires a day after it was made. */
export const aShare = (given: Partial<ShareRecord> = {}): ShareRecord => ({
  id: 'share-1',
  characterId: 'character-1',
  owner_user_id: 'account-1',
  owner_player_id: 'account-1',
  created_via_api_key_id: 'key-1',
  memorySharing: 'isolated',
  maxExchanges: null,
  maxInteractions: null,
  createdAt: at(0),
  expiresAt: at(86_400),
  revoked_at: null,
  open_count: 0,
  last_opened_at: null,
  interaction_count: 0,
  redeemer_count: 0,
  ...given,
})

export const anEncounter = (given: Partial<EncounterRecord> = {}): EncounterRecord => ({
  id: 'encounter-1',
  userId: 'account-1',
  characterAId: 'character-1',
  characterBId: 'character-2',
  prompt: 'They meet at the harbour',
  maxTurns: 4,
  starter: 'a',
  voice: false,
  createdAt: at(0),
  lines: [],
  reason: null,
  endedAt: null,
  ...given,
})
