import { Type } from 'typebox'
import { BatchRequestSchema } from '../contract/batch-requests.js'
import { BatchItemErrorSchema, BatchWarningSchema } from '../contract/batches.js'
import { ActionParameterSchema, ActionSchema } from '../contract/characters.js'
import { DocumentErrorSchema, DocumentInputSchema } from '../contract/documents.js'
import { SkippedMessageSchema } from '../contract/staff.js'
import {
  type AccountRecord,
  AccountRecordSchema,
  type ApiKeyRecord,
  ApiKeyRecordSchema,
} from '../domain/accounts/record.js'
import { type BatchRecord, BatchRecordSchema } from '../domain/batches/record.js'
import { type CharacterRecord, CharacterRecordSchema, filesOfCharacter } from '../domain/characters/record.js'
import {
  type ConversationRecord,
  ConversationRecordSchema,
  filesOfMessage,
  type MessageRecord,
  MessageRecordSchema,
  type PromptRecord,
  PromptRecordSchema,
} from '../domain/conversations/record.js'
import { type DocumentRecord, DocumentRecordSchema } from '../domain/documents/record.js'
import { type EncounterRecord, EncounterRecordSchema } from '../domain/encounters/record.js'
import { type IdempotentResponse, IdempotentResponseSchema } from '../domain/idempotency/record.js'
import { type QuotaUsageRecord, QuotaUsageRecordSchema } from '../domain/limits/record.js'
import { changeByUse } from '../domain/memories/decay/memory-use.js'
import {
  type CoreFactRecord,
  CoreFactRecordSchema,
  type MemoryEventRecord,
  MemoryEventRecordSchema,
  type MemoryRecord,
  MemoryRecordSchema,
  type MemoryUseRecord,
  MemoryUseRecordSchema,
  type MemoryVectorRecord,
  MemoryVectorRecordSchema,
} from '../domain/memories/record.js'
import { type OrganizationRecord, OrganizationRecordSchema } from '../domain/organizations/record.js'
import {
  type SessionTokenRecord,
  SessionTokenRecordSchema,
  type ShareRecipientRecord,
  ShareRecipientRecordSchema,
  type ShareRecord,
  ShareRecordSchema,
} from '../domain/shares/record.js'
import { type UploadRecord, UploadRecordSchema } from '../domain/uploads/record.js'
import { COUNTERS, type CounterRecord, type Fold, type Kind } from './kind.js'
import { fromOlderVersion, type OlderPrompt } from './prompt-parts.js'

export const accountKind: Kind<AccountRecord> = { name: 'accounts', version: 1, schema: AccountRecordSchema }
export const keyKind: Kind<ApiKeyRecord> = { name: 'keys', version: 1, schema: ApiKeyRecordSchema }
export const organizationKind: Kind<OrganizationRecord> = {
  name: 'organizations',
  version: 1,
  schema: OrganizationRecordSchema,
}
const NO_GENERATED_MODEL = {
  model_preview_url: null,
  model_rigged: false,
  model_animations: [],
  model_preview_file: null,
  model_thumbnail_file: null,
  model_job: null,
}

export const characterKind: Kind<CharacterRecord> = {
  name: 'characters',
  version: 4,
  schema: CharacterRecordSchema,
  refs: [ActionSchema, ActionParameterSchema],
  // What was uploaded came with version 2, what a picture gives with 3, generated models with 4. A stored record is an
  // object; what else it holds the schema checks.
  migrations: {
    1: (record) => ({ ...(record as object), avatar_file: null, model_file: null }),
    2: (record) => ({ ...(record as object), source_image_file: null, voice_description: null }),
    3: (record) => ({ ...(record as object), ...NO_GENERATED_MODEL }),
  },
  filesOf: (record) => filesOfCharacter(record).map(({ sha256 }) => sha256),
}
export const conversationKind: Kind<ConversationRecord> = {
  name: 'conversations',
  version: 1,
  schema: ConversationRecordSchema,
  refs: [SkippedMessageSchema],
}
/** The conversation counts a message when it is first stored; a later change of it has the same id. */
const messageFold: Fold<MessageRecord, ConversationRecord> = {
  into: conversationKind.name,
  since: 2,
  changedBy: ({ id, conversationId, timestamp }, find) => {
    const conversation = find(conversationId)
    if (conversation === undefined || id <= (conversation.countedUpTo ?? 0)) return []
    const messageCount = (conversation.messageCount ?? 0) + 1
    const lastActivity = timestamp ?? conversation.lastActivity
    return [{ ...conversation, messageCount, lastActivity, countedUpTo: id }]
  },
}
export const messageKind: Kind<MessageRecord> = {
  name: 'messages',
  version: 3,
  fold: messageFold,
  counter: 'messages',
  defaults: { speaker: null, imageUrl: null, imageDescription: null },
  // Until version 2 the conversation was stored beside each message, until version 3 the counter, and every null.
  migrations: { 1: (record) => record, 2: (record) => record },
  schema: MessageRecordSchema,
  filesOf: (record) => filesOfMessage(record).map(({ sha256 }) => sha256),
}
export const promptKind: Kind<PromptRecord> = {
  name: 'prompts',
  version: 4,
  schema: PromptRecordSchema,
  // With version 4 a prompt refers to lines of earlier ones; a record of any version before is made one of it in one step.
  migrations: {
    1: (record) => record,
    2: (record) => record,
    3: (record) => fromOlderVersion(record as OlderPrompt),
  },
}
export const memoryKind: Kind<MemoryRecord> = {
  name: 'memories',
  version: 2,
  schema: MemoryRecordSchema,
  // When something was said last came with version 2. A stored record is an object; what else it holds the schema checks.
  migrations: {
    1: (record) => {
      const { sourceMessageTimestamp = null } = record as Partial<MemoryRecord>
      return { ...(record as object), lastSaidAt: sourceMessageTimestamp }
    },
  },
}
export const memoryEventKind: Kind<MemoryEventRecord> = {
  name: 'memory-events',
  version: 2,
  schema: MemoryEventRecordSchema,
  counter: 'memory-events',
  // Until version 2 the counter was stored beside each event.
  migrations: { 1: (record) => record },
}
const useFold: Fold<MemoryUseRecord, MemoryRecord> = {
  into: memoryKind.name,
  changedBy: (use, find) => {
    const change = changeByUse(use)
    const changed: MemoryRecord[] = []
    for (const id of use.memoryIds) {
      const memory = find(id)
      const after = memory && change(memory)
      if (after !== undefined && after !== memory) changed.push(after)
    }
    return changed
  },
}
export const memoryUseKind: Kind<MemoryUseRecord> = {
  name: 'memory-uses',
  version: 2,
  schema: MemoryUseRecordSchema,
  counter: 'memory-events',
  migrations: { 1: (record) => record },
  fold: useFold,
}
export const memoryVectorKind: Kind<MemoryVectorRecord> = {
  name: 'memory-vectors',
  version: 1,
  schema: MemoryVectorRecordSchema,
}
export const coreFactKind: Kind<CoreFactRecord> = {
  name: 'core-facts',
  version: 1,
  schema: CoreFactRecordSchema,
}
export const takeKind: Kind<QuotaUsageRecord> = {
  name: 'takes',
  version: 2,
  schema: QuotaUsageRecordSchema,
  counter: 'takes',
  // Until version 2 the counter was stored beside each.
  migrations: { 1: (record) => record },
}
export const answerKind: Kind<IdempotentResponse> = {
  name: 'answers',
  version: 1,
  schema: IdempotentResponseSchema,
}
export const documentKind: Kind<DocumentRecord> = {
  name: 'documents',
  version: 2,
  schema: DocumentRecordSchema,
  refs: [DocumentErrorSchema],
  filesOf: ({ file, passages_file, vectors }) =>
    [file, passages_file, vectors?.file ?? null].filter((sha256) => sha256 !== null),
  // Vectors of a model came with version 2.
  migrations: { 1: (record) => ({ ...(record as object), vectors: null }) },
}
export const batchKind: Kind<BatchRecord> = {
  name: 'batches',
  version: 1,
  schema: BatchRecordSchema,
  refs: [
    BatchRequestSchema,
    BatchItemErrorSchema,
    BatchWarningSchema,
    DocumentInputSchema,
    ActionSchema,
    ActionParameterSchema,
  ],
}
export const uploadKind: Kind<UploadRecord> = {
  name: 'uploads',
  version: 1,
  schema: UploadRecordSchema,
  filesOf: ({ file }) => [file],
}

export const shareKind: Kind<ShareRecord> = {
  name: 'shares',
  version: 2,
  schema: ShareRecordSchema,
  // Redeemers came with version 2; until then everyone who redeemed it was one. A stored record is an object; what else
  // it holds the schema checks.
  migrations: {
    1: (record) => {
      const { open_count } = record as Pick<ShareRecord, 'open_count'>
      return { ...(record as object), redeemer_count: open_count }
    },
  },
}
export const shareRecipientKind: Kind<ShareRecipientRecord> = {
  name: 'share-recipients',
  version: 1,
  schema: ShareRecipientRecordSchema,
}
export const sessionTokenKind: Kind<SessionTokenRecord> = {
  name: 'session-tokens',
  version: 1,
  schema: SessionTokenRecordSchema,
}

export const encounterKind: Kind<EncounterRecord> = {
  name: 'encounters',
  version: 1,
  schema: EncounterRecordSchema,
}

export const counterKind: Kind<CounterRecord> = {
  name: COUNTERS,
  version: 1,
  schema: Type.Object({ id: Type.String(), value: Type.Integer() }),
}

export const KINDS: readonly Kind[] = [
  accountKind,
  keyKind,
  organizationKind,
  characterKind,
  conversationKind,
  messageKind,
  promptKind,
  memoryKind,
  memoryEventKind,
  memoryUseKind,
  coreFactKind,
  memoryVectorKind,
  takeKind,
  answerKind,
  documentKind,
  batchKind,
  uploadKind,
  shareKind,
  sessionTokenKind,
  shareRecipientKind,
  encounterKind,
  counterKind,
]
