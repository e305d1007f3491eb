import type { FileHash } from '../../domain/files/ports.js'
import { encodeRecord } from '../codec.js'
import { COUNTERS, type CounterRecord, type Id, type Kind, type StoredRecord } from '../kind.js'
import { counterKind } from '../kinds.js'
import type { Change } from '../table.js'
import { ownerOf } from './owner.js'

/** What the database has of a record, beside its text. */
export type RowState = {
  /** The number of the entry that wrote it: whoever changes it must have seen this one. */
  readonly version: number
  /** Where it stands among the records of its kind. */
  readonly position: number
  readonly files: readonly FileHash[]
}

export type RowToPut = Omit<RowState, 'files'> & {
  readonly kind: string
  readonly id: string
  readonly owner: string
  readonly schema: number
  readonly body: string
  /** The version that it replaces; undefined for a new row. */
  readonly before: number | undefined
}
export type RowToRemove = { readonly kind: string; readonly id: string; readonly before: number }

/** What has to be done in the database so that it has an entry: each row once. */
export type RowPlan = {
  readonly puts: readonly RowToPut[]
  readonly removals: readonly RowToRemove[]
  /** Files that some of these rows do not refer to any more. */
  readonly removedFiles: readonly FileHash[]
  /** To be called once the database has it. */
  accept(): void
}

export type Rows = {
  /** A row that was read. */
  add(kind: Kind, record: StoredRecord, at: Pick<RowState, 'version' | 'position'>): void
  /** A row that somebody else has removed. */
  forget(kind: string, id: Id): void
  plan(changes: readonly EncodedChange[], seq: number): RowPlan
  versionOf(kind: string, id: Id): number
  positionOf(kind: string, id: Id): number | undefined
}

/** A change with the text of its record. */
export type EncodedChange =
  | { readonly kind: Kind; readonly put: StoredRecord; readonly body: string }
  | { readonly kind: Kind; readonly remove: readonly Id[] }

/**
 * The id as JSON, and the record likewise: PostgreSQL's text takes neither NUL nor half of a surrogate pair, JSON writes
 * both as escapes, and numbers stay apart from texts.
 */
export const encodeId = (id: Id): string => JSON.stringify(id)

export const encodeChange = (change: Change): EncodedChange =>
  'put' in change
    ? encodePut(change.table.kind, change.put)
    : { kind: change.table.kind, remove: change.remove }

export const encodePut = (kind: Kind, put: StoredRecord): EncodedChange => ({
  kind,
  put,
  body: encodeRecord(kind, put),
})

type Latest = { readonly kind: Kind; readonly id: Id; readonly put?: EncodedPut; readonly isRenewed: boolean }
type EncodedPut = { readonly record: StoredRecord; readonly body: string }

/** Knows the version and the position of every row. */
export function createRows(): Rows {
  const known = new Map<string, Map<Id, RowState>>()
  const counters = createHighestIds()
  let lastPosition = 0
  const rowsOf = (kind: string) => {
    const rows = known.get(kind) ?? new Map<Id, RowState>()
    known.set(kind, rows)
    return rows
  }

  return {
    versionOf: (kind, id) => known.get(kind)?.get(id)?.version ?? 0,
    positionOf: (kind, id) => known.get(kind)?.get(id)?.position,
    forget: (kind, id) => void known.get(kind)?.delete(id),
    add(kind, record, { version, position }) {
      rowsOf(kind.name).set(record.id, { version, position, files: kind.filesOf?.(record) ?? [] })
      lastPosition = Math.max(lastPosition, position)
      counters.see(kind, record)
    },
    plan(changes, seq) {
      const latest = [...latestOf([...changes, ...counters.changesFor(changes)]).values()]
      const puts: RowToPut[] = []
      const removals: RowToRemove[] = []
      const removedFiles = new Set<FileHash>()
      const accepted: (() => void)[] = []
      for (const { kind, id, put, isRenewed } of latest) {
        const rows = rowsOf(kind.name)
        const before = rows.get(id)
        const files = put === undefined ? [] : (kind.filesOf?.(put.record) ?? [])
        for (const file of before?.files ?? []) if (!files.includes(file)) removedFiles.add(file)
        const row = { kind: kind.name, id: encodeId(id), before: before?.version }
        if (put === undefined) {
          if (before !== undefined) removals.push({ ...row, before: before.version })
          accepted.push(() => rows.delete(id))
          continue
        }
        const isNew = before === undefined || isRenewed
        if (isNew) lastPosition += 1
        const at = { version: seq, position: isNew ? lastPosition : before.position }
        puts.push({ ...row, ...at, owner: ownerOf(put.record), schema: kind.version, body: put.body })
        accepted.push(() => rows.set(id, { ...at, files }))
      }
      return {
        ...{ puts, removals, removedFiles: [...removedFiles] },
        accept: () => {
          for (const step of accepted) step()
        },
      }
    },
  }
}

/** The last change of each record. One that was removed and came back stands last again, as it does in memory. */
function latestOf(changes: readonly EncodedChange[]): Map<string, Latest> {
  const latest = new Map<string, Latest>()
  for (const change of changes) {
    const { kind } = change
    const keyOf = (id: Id) => `${kind.name} ${encodeId(id)}`
    if ('put' in change) {
      const { put: record, body } = change
      const key = keyOf(record.id)
      const before = latest.get(key)
      const isRenewed = before !== undefined && (before.put === undefined || before.isRenewed)
      if (isRenewed) latest.delete(key)
      latest.set(key, { kind, id: record.id, put: { record, body }, isRenewed })
    } else for (const id of change.remove) latest.set(keyOf(id), { kind, id, isRenewed: true })
  }
  return latest
}

/**
 * The highest ids that were given. A record that is there shows its own; before one is removed, the counter is written, so
 * that nobody gets its id again.
 */
function createHighestIds() {
  const highest = new Map<string, number>()
  const raise = (counter: string, id: Id) =>
    highest.set(counter, Math.max(highest.get(counter) ?? 0, Number(id)))
  const see = (kind: Kind, record: StoredRecord) => {
    if (kind.counter !== undefined) raise(kind.counter, record.id)
    // The records of this kind are counters.
    if (kind.name === COUNTERS) highest.set(String(record.id), (record as CounterRecord).value)
  }
  return {
    see,
    changesFor(changes: readonly EncodedChange[]): EncodedChange[] {
      const removed = new Set<string>()
      for (const change of changes) {
        const { kind } = change
        if ('put' in change) {
          see(kind, change.put)
          // One that is set after a removal counts as it was set.
          if (kind.name === COUNTERS) removed.delete(String(change.put.id))
          continue
        }
        if (kind.counter !== undefined) removed.add(kind.counter)
        // A counter that is removed counts anew.
        for (const id of kind.name === COUNTERS ? change.remove.map(String) : []) {
          highest.delete(id)
          removed.delete(id)
        }
      }
      return [...removed].map((id) =>
        encodePut(counterKind as Kind, { id, value: highest.get(id) ?? 0 } as CounterRecord),
      )
    },
  }
}
