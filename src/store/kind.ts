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
}
