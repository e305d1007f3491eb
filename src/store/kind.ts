import type { TSchema } from 'typebox'

export type Id = string | number

/** What every record has; records are immutable, a change is a new one under the same id. */
export type StoredRecord = { readonly id: Id }

/** A kind of record as it lies on disk: its name is the name of its snapshot, its version that of its schema. */
export type Kind<R extends StoredRecord = StoredRecord> = {
  readonly name: string
  readonly version: number
  readonly schema: TSchema
  /** The named schemas that `schema` points at. */
  readonly refs?: readonly TSchema[]
  /** `migrations[n]` turns a record of version n into one of version n + 1. */
  readonly migrations?: Readonly<Record<number, (record: unknown) => unknown>>
  /** The files that a record refers to, by their SHA-256: they stay for as long as it does. */
  filesOf?(record: R): readonly string[]
  /** What storing a record does to records of another kind. */
  readonly fold?: Fold<R>
  /** Fields that are left out on the disk where they have these values, as in most records of the kind. */
  readonly defaults?: Readonly<Partial<R>>
  /**
   * The id of the counter that its ids come from. The counter is at least as high as the highest id that was ever stored,
   * so that it need not be written beside each record.
   */
  readonly counter?: string
}

/** A number that must outlive the records it was given to. */
export type CounterRecord = { readonly id: string; readonly value: number }
/** The name of their kind. */
export const COUNTERS = 'counters'

/**
 * A record that stands for a small change of others: the change is made in memory whenever the record is stored or read
 * from the journal, and only the record is written. Because an entry may be replayed over a state that has it already,
 * the change must know by the target whether it was made, and return the very same target then.
 */
export type Fold<R, Target = StoredRecord> = {
  /** The name of their kind. */
  readonly into: string
  /** The first version of the record that stands for the change; of an older one it was stored beside it. */
  readonly since?: number
  /** The targets that storing this record changes, as they are then. */
  changedBy(record: R, find: (id: Id) => Target | undefined): Target[]
}
