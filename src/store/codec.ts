import { Compile } from 'typebox/compile'
import type { Kind, StoredRecord } from './kind.js'
import { StoreError } from './store-error.js'

export type Codec = {
  readonly kind: Kind
  /** Throws for a record that the next start would refuse: that is a bug of the caller. */
  check(record: StoredRecord): void
  /** What was stored under some version, in today's form; throws a StoreError when there is no way there. */
  revive(stored: unknown, version: number): StoredRecord
}

export type Codecs = ReadonlyMap<string, Codec>

export const createCodecs = (kinds: readonly Kind[]): Codecs =>
  new Map(kinds.map((kind) => [kind.name, createCodec(kind)]))

/**
 * Every record is checked on its way to the disk and on its way back. A compiled check costs a tenth of parsing
 * the record, so there is no reason to trust a file even when its checksum is right.
 */
function createCodec(kind: Kind): Codec {
  return {
    kind,
    check(record) {
      if (!checkOf(kind).Check(record))
        throw new Error(`a record of the kind ${kind.name} does not fit its schema`)
    },
    revive(stored, version) {
      const whole = withDefaults(kind, stored)
      const record = version === kind.version ? whole : migrate(kind, whole, version)
      if (!checkOf(kind).Check(record))
        throw new StoreError(`a record of the kind "${kind.name}" does not fit its schema`)
      return record as StoredRecord
    },
  }
}

/** Compiling takes longer than opening a small store, and the schema of a kind never changes. */
const checks = new WeakMap<Kind, ReturnType<typeof compileSchema>>()

function checkOf(kind: Kind): ReturnType<typeof compileSchema> {
  const known = checks.get(kind)
  if (known !== undefined) return known
  const check = compileSchema(kind)
  checks.set(kind, check)
  return check
}

const compileSchema = ({ schema, refs = [] }: Kind) =>
  Compile(Object.fromEntries(refs.map((ref) => [`${(ref as { $id?: string }).$id}#`, ref])), schema)

/** A record as it is written: JSON without the fields that have their defaults. */
export function encodeRecord({ defaults }: Kind, record: StoredRecord): string {
  if (defaults === undefined) return JSON.stringify(record)
  const stored: Record<string, unknown> = { ...record }
  // JSON leaves out what is undefined; deleting a field would make the object slow to write.
  for (const [name, value] of Object.entries(defaults)) if (stored[name] === value) stored[name] = undefined
  return JSON.stringify(stored)
}

/** With the defaults of what was left out. */
const withDefaults = ({ defaults }: Kind, stored: unknown): unknown =>
  defaults === undefined ? stored : { ...defaults, ...(stored as object) }

function migrate({ name, version, migrations = {} }: Kind, stored: unknown, from: number): unknown {
  if (from > version) {
    throw new StoreError(
      `records of the kind "${name}" were written by a newer version of parley (schema ${from}, this one knows ${version})`,
    )
  }
  let record = stored
  for (let step = from; step < version; step += 1) {
    const migration = migrations[step]
    if (migration === undefined) {
      throw new StoreError(
        `records of the kind "${name}" with schema ${step} are too old for this version of parley`,
      )
    }
    record = migration(record)
  }
  return record
}
