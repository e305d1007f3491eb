import type { BatchRecord } from './batches/record.js'
import type { CharacterRecord } from './characters/record.js'
import type { Pair } from './conversations/ports.js'
import type { ConversationRecord } from './conversations/record.js'
import type { DocumentRecord } from './documents/record.js'
import type { EncounterRecord } from './encounters/record.js'
import type { IdempotentResponse } from './idempotency/record.js'
import type { QuotaUsageRecord } from './limits/record.js'
import type { NewMemoryEvent } from './memories/ports.js'
import type { CoreFactRecord, MemoryRecord } from './memories/record.js'
import type { OrganizationRecord } from './organizations/record.js'
import type { SessionTokenRecord, ShareRecipientRecord, ShareRecord } from './shares/record.js'

/** The records that a unit of work may read and write. */
export type UnitRecords = {
  readonly answers: IdempotentResponse
  readonly batches: BatchRecord
  readonly characters: CharacterRecord
  readonly conversations: ConversationRecord
  readonly coreFacts: CoreFactRecord
  readonly documents: DocumentRecord
  readonly encounters: EncounterRecord
  readonly memories: MemoryRecord
  readonly organizations: OrganizationRecord
  readonly sessionTokens: SessionTokenRecord
  readonly shareRecipients: ShareRecipientRecord
  readonly shares: ShareRecord
  readonly takes: QuotaUsageRecord
}
export type UnitKind = keyof UnitRecords
type IdOf<K extends UnitKind> = UnitRecords[K]['id']

/** Records that are found by what they belong to, of which one more or less is a change, too. */
export type UnitGroups = {
  /** At most one. */
  readonly conversationOfPair: { readonly kind: 'conversations'; readonly of: Pair }
  /** Sorted by key. */
  readonly coreFactsOfPair: { readonly kind: 'coreFacts'; readonly of: Pair }
  /** By item and position. */
  readonly documentsOfBatch: { readonly kind: 'documents'; readonly of: string }
  /** Of all these characters. */
  readonly documentsOfCharacters: { readonly kind: 'documents'; readonly of: readonly string[] }
  /** Oldest first, by id of the account. */
  readonly encountersOfAccount: { readonly kind: 'encounters'; readonly of: string }
  /** Of all these shares. */
  readonly recipientsOfShares: { readonly kind: 'shareRecipients'; readonly of: readonly string[] }
  /** Those that are not finished, oldest first, without single documents. */
  readonly runningBatchesOfOwner: {
    readonly kind: 'batches'
    readonly of: Pick<BatchRecord, 'account_id' | 'org_id'>
  }
  /** Those that are not revoked, oldest first, by id of the account. */
  readonly sharesOfAccount: { readonly kind: 'shares'; readonly of: string }
  /** Of all these quota keys, of each in order of time. */
  readonly takesOfKeys: { readonly kind: 'takes'; readonly of: readonly string[] }
  /** Of all these shares. */
  readonly tokensOfShares: { readonly kind: 'sessionTokens'; readonly of: readonly string[] }
}
export type UnitGroup = keyof UnitGroups

export type RecordKey<K extends UnitKind = UnitKind> = K extends UnitKind
  ? { readonly kind: K; readonly id: IdOf<K> }
  : never
export type RecordsKey<K extends UnitKind = UnitKind> = K extends UnitKind
  ? { readonly kind: K; readonly ids: readonly IdOf<K>[] }
  : never
export type GroupKey<G extends UnitGroup = UnitGroup> = G extends UnitGroup
  ? { readonly group: G; readonly of: UnitGroups[G]['of'] }
  : never
export type UnitKey = RecordKey | RecordsKey | GroupKey

/** What is read under a key: a record, those that exist in the order of the ids, or those of the group. */
type ReadUnder<Key> = Key extends { readonly group: infer G extends UnitGroup }
  ? readonly UnitRecords[UnitGroups[G]['kind']][]
  : Key extends { readonly kind: infer K extends UnitKind; readonly ids: readonly (string | number)[] }
    ? readonly UnitRecords[K][]
    : Key extends { readonly kind: infer K extends UnitKind }
      ? UnitRecords[K] | undefined
      : never

export type UnitKeys = Readonly<Record<string, UnitKey>>
export type UnitSnapshot<Keys extends UnitKeys> = { readonly [Name in keyof Keys]: ReadUnder<Keys[Name]> }

export type UnitWrite =
  | {
      [K in UnitKind]:
        | { readonly kind: K; readonly put: UnitRecords[K] }
        | { readonly kind: K; readonly remove: readonly IdOf<K>[] }
    }[UnitKind]
  /** The event gets the next id. */
  | { readonly kind: 'memoryEvents'; readonly append: NewMemoryEvent }

export type UnitDecision<T> = { readonly writes: readonly UnitWrite[]; readonly result: T }

export interface UnitOfWork {
  /**
   * Reads what is under the keys, as it is at one moment, and stores what `decide` makes of it as one atomic change,
   * durable before it resolves. When something under the keys was changed meanwhile, it reads and decides again; after
   * some attempts, in line with the others who wait for the same keys. So `decide` has no effects but its decision, and
   * what it depends on is under the keys: whoever keeps to a cap reads all that counts. Nothing is stored when it throws.
   */
  transact<const Keys extends UnitKeys, T>(
    keys: Keys,
    decide: (snapshot: UnitSnapshot<Keys>) => UnitDecision<T> | Promise<UnitDecision<T>>,
  ): Promise<T>
}

/** Changes one record; undefined when it is gone, or `change` leaves it as it is by returning undefined. */
export const updateRecord = <K extends UnitKind>(
  { transact }: UnitOfWork,
  key: RecordKey<K>,
  change: (current: UnitRecords[K]) => UnitRecords[K] | undefined,
): Promise<UnitRecords[K] | undefined> =>
  transact({ current: key as RecordKey }, ({ current }) => {
    // It was read under a key of this kind, and so is what becomes of it.
    const after = current && change(current as UnitRecords[K])
    const writes = after === undefined ? [] : [{ kind: key.kind, put: after } as UnitWrite]
    return { writes, result: after }
  })
