import type { AccountRecord, ApiKeyRecord } from '../domain/accounts/record.js'
import { type CharacterRecord, filesOfCharacter } from '../domain/characters/record.js'
import { pairKey } from '../domain/conversations/pair-key.js'
import {
  type ConversationRecord,
  filesOfMessage,
  type MessageRecord,
  type PromptRecord,
} from '../domain/conversations/record.js'
import type { IdempotentResponse } from '../domain/idempotency/record.js'
import type { QuotaUsageRecord } from '../domain/limits/record.js'
import type { Database } from './database.js'
import { encounterTables } from './encounters.js'
import type { FileReferences } from './files/references.js'
import type { HeaderKeys } from './header-keys.js'
import type { Id, StoredRecord } from './kind.js'
import {
  accountKind,
  answerKind,
  characterKind,
  conversationKind,
  counterKind,
  keyKind,
  messageKind,
  organizationKind,
  promptKind,
  takeKind,
  uploadKind,
} from './kinds.js'
import { batchTable, documentTable } from './knowledge-tables.js'
import { memoryTables } from './memory-tables.js'
import { type Owned, ownerKey } from './owner-key.js'
import { shareTables } from './shares.js'
import { createSortedIndex } from './sorted-index.js'
import type { Index } from './table.js'
import { createTimeline } from './timeline.js'

export type Tables = ReturnType<typeof createTables>

/** Every table with the indexes that its queries need. */
export function createTables(database: Database, references: FileReferences, headerKeys: HeaderKeys) {
  return {
    ...accountTables(database),
    organizations: database.table(organizationKind),
    ...characterTables(database, references),
    ...conversationTables(database, references),
    ...memoryTables(database),
    ...limitTables(database),
    ...shareTables(database),
    ...encounterTables(database),
    documents: documentTable({ database, references, headerKeys }),
    batches: batchTable(database),
    uploads: database.table(uploadKind, [references.indexOf(uploadKind)]),
    counters: database.table(counterKind),
  }
}

function accountTables(database: Database) {
  const byEmail = createUniqueIndex(({ email }: AccountRecord) => email)
  const byHash = createUniqueIndex(({ hash }: ApiKeyRecord) => hash)
  const byAccount = createSortedIndex({
    groupOf: ({ accountId }: ApiKeyRecord) => accountId,
    keyOf: ({ createdAt }) => createdAt,
  })
  return {
    accounts: { ...database.table(accountKind, [byEmail]), byEmail },
    keys: { ...database.table(keyKind, [byHash, byAccount]), byHash, byAccount },
  }
}

function characterTables(database: Database, references: FileReferences) {
  const keyOf = ({ created_at }: CharacterRecord) => created_at
  const byOwner = createSortedIndex({ groupOf: ownerKey, keyOf })
  const byPlayer = createSortedIndex({
    groupOf: (record) => (record.player_id === null ? undefined : playerKey(record)),
    keyOf,
  })
  const shown = references.indexOf(characterKind, filesOfCharacter)
  const indexes = [byOwner, byPlayer, shown]
  return { characters: { ...database.table(characterKind, indexes), byOwner, byPlayer, shown } }
}

function conversationTables(database: Database, references: FileReferences) {
  const byPair = createUniqueIndex<ConversationRecord>(pairKey, ['characterId', 'playerId'])
  const byCharacter = createSortedIndex({
    groupOf: ({ characterId }: ConversationRecord) => characterId,
    keyOf: ({ lastActivity }) => lastActivity ?? '',
  })
  const bySkipped = createSortedIndex({
    groupOf: ({ skippedMessages }: ConversationRecord) => (skippedMessages === undefined ? undefined : ALL),
    keyOf: ({ skippedMessages }) => skippedMessages?.at(-1)?.at ?? '',
    fields: ['skippedMessages'],
  })
  const byConversation = createSortedIndex({
    groupOf: ({ conversationId }: MessageRecord) => conversationId,
    keyOf: ({ id }) => id,
  })
  const shown = references.indexOf(messageKind, filesOfMessage)
  const conversations = database.table(conversationKind, [byPair, byCharacter, bySkipped])
  const indexes = [byConversation, shown]
  const promptsByConversation = createSortedIndex({
    groupOf: ({ conversationId }: PromptRecord) => conversationId,
    keyOf: ({ id }) => id,
  })
  return {
    conversations: { ...conversations, byPair, byCharacter, bySkipped },
    messages: { ...database.table(messageKind, indexes), byConversation, shown },
    prompts: {
      ...database.table(promptKind, [promptsByConversation]),
      byConversation: promptsByConversation,
    },
  }
}

function limitTables(database: Database) {
  const byKey = createSortedIndex({ groupOf: ({ key }: QuotaUsageRecord) => key, keyOf: ({ at }) => at })
  const takesByTime = createTimeline(({ at }: QuotaUsageRecord) => at)
  const byEnd = createTimeline(({ until }: QuotaUsageRecord) => until)
  const answersByTime = createTimeline(({ at }: IdempotentResponse) => at)
  return {
    takes: { ...database.table(takeKind, [byKey, takesByTime, byEnd]), byKey, byTime: takesByTime, byEnd },
    answers: { ...database.table(answerKind, [answersByTime]), byTime: answersByTime },
  }
}

/** The one group of an index that has no groups. */
export const ALL = 'all'

export const playerKey = (owner: Owned & Pick<CharacterRecord, 'player_id'>): string =>
  `${ownerKey(owner)}\n\n${owner.player_id}`

type UniqueIndex<R> = Index<R> & { get(key: string): R | undefined }

/** Finds the one record that has a key. `fields`: those that the key is made of, where records often change in others. */
function createUniqueIndex<R extends StoredRecord>(
  keyOf: (record: R) => string,
  fields?: readonly (keyof R)[],
): UniqueIndex<R> {
  const ids = new Map<string, Id>()
  let records: ReadonlyMap<Id, R> = new Map()

  return {
    fields,
    get: (key) => records.get(ids.get(key) ?? ''),
    build(all) {
      records = all
      ids.clear()
      for (const record of all.values()) ids.set(keyOf(record), record.id)
    },
    change(before, after) {
      if (before !== undefined) ids.delete(keyOf(before))
      if (after !== undefined) ids.set(keyOf(after), after.id)
    },
  }
}
