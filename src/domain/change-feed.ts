import type { CharacterRecord } from './characters/record.js'
import type { Pair } from './conversations/ports.js'
import type { ConversationRecord, MessageRecord } from './conversations/record.js'
import type { DocumentRecord } from './documents/record.js'
import type { EncounterRecord } from './encounters/record.js'
import type { MemoryRecord } from './memories/record.js'
import type { OrganizationRecord } from './organizations/record.js'

/** The kinds of records whose changes can be followed. */
export type ChangingRecords = {
  readonly characters: CharacterRecord
  readonly conversations: ConversationRecord
  readonly documents: DocumentRecord
  readonly encounters: EncounterRecord
  readonly memories: MemoryRecord
  readonly messages: MessageRecord
  readonly organizations: OrganizationRecord
}
export type ChangingKind = keyof ChangingRecords

export type RecordChange<K extends ChangingKind = ChangingKind> = {
  [Kind in K]: {
    readonly kind: Kind
    readonly id: ChangingRecords[Kind]['id']
    /** The id of the record that it is deleted with: of a document its character, of a message its conversation. */
    readonly owner: string | undefined
    /** Of a memory, a conversation, or a message of one that exists. */
    readonly pair: Pair | undefined
    /** Another one after every change of the record. */
    readonly version: number
    /** Undefined for a new record. */
    readonly before: ChangingRecords[Kind] | undefined
    /** Undefined for a removed one. */
    readonly after: ChangingRecords[Kind] | undefined
  }
}[K]

/**
 * Calls the listener with every change of a record of these kinds, in their order, after the atomic change that it is
 * part of, as soon as reads see it; returns how to unsubscribe. A change that the disk refuses is followed by the one
 * that takes it back. What depends on the feed must be right without it: an event that is lost may only cost time.
 */
export type ChangeFeed = <K extends ChangingKind>(
  kinds: readonly K[],
  listener: (change: RecordChange<K>) => void,
) => () => void
