import type { Codec, Codecs } from '../codec.js'
import { COUNTERS, type Id, type Kind, type StoredRecord } from '../kind.js'
import { StoreError } from '../store-error.js'
import type { Rows } from './rows.js'
import type { Row } from './session.js'

/** Where records go that were read. */
export type RowTarget = {
  get(kind: string, id: Id): StoredRecord | undefined
  /** Puts, or with undefined removes. */
  set(kind: string, id: Id, after: StoredRecord | undefined): void
}

export type RowReader = {
  accept(row: Row): void
  /** Makes up in other records for what those stand for that were accepted since. */
  fold(): void
}

type RowReaderDeps = {
  readonly codecs: Codecs
  /** The address of the database, for messages. */
  readonly shown: string
  readonly rows: Rows
  readonly target: RowTarget
}

export const ALL_ROWS =
  'select kind, id, version, position, schema, body from parley.records order by position'

/**
 * Those that entries after this one have changed. A row that is not there any more has no version. Counters come first: what
 * they say counts until a later entry.
 */
export const changedRows = (from: number | '$1'): string => `
  select touched.kind, touched.id, r.version, r.position, r.schema, r.body
    from (
      select distinct one.kind, one.id
        from parley.entries, unnest(kinds, ids) as one(kind, id) where seq > ${from}
    ) as touched
    left join parley.records as r on r.kind = touched.kind and r.id = touched.id
    order by touched.kind <> '${COUNTERS}', r.position`

/** Takes over rows; one that it knows already, in the same version, changes nothing. */
export function createRowReader({ codecs, shown, rows, target }: RowReaderDeps): RowReader {
  const sources = new Map<Kind, StoredRecord[]>()
  const remove = (row: Row) => {
    // Ids are stored as JSON, of a text or a number.
    const [kind, id] = [String(row['kind']), JSON.parse(String(row['id'])) as Id]
    if (target.get(kind, id) !== undefined) target.set(kind, id, undefined)
    rows.forget(kind, id)
  }
  return {
    accept(row) {
      if (row['version'] === null) return remove(row)
      const { codec, record } = readRow(codecs, row, shown)
      const { kind } = codec
      const at = { version: Number(row['version']), position: Number(row['position']) }
      const knownPosition = rows.positionOf(kind.name, record.id)
      if (knownPosition === at.position && rows.versionOf(kind.name, record.id) === at.version) return
      // One that was removed and came back stands last again.
      const isRenewed = knownPosition !== at.position && target.get(kind.name, record.id) !== undefined
      if (isRenewed) target.set(kind.name, record.id, undefined)
      target.set(kind.name, record.id, record)
      rows.add(kind, record, at)
      if (kind.fold === undefined) return
      const known = sources.get(kind)
      if (known === undefined) sources.set(kind, [record])
      else known.push(record)
    },
    fold() {
      for (const [kind, records] of sources) foldInto({ rows, target }, kind, records)
      sources.clear()
    },
  }
}

/**
 * A record that stands for a change of others is written alone: what it stands for is made up for here, unless the other
 * was written later, and accounts for it.
 */
function foldInto(
  { rows, target }: Pick<RowReaderDeps, 'rows' | 'target'>,
  kind: Kind,
  records: readonly StoredRecord[],
): void {
  const { fold } = kind
  if (fold === undefined) return
  for (const record of inOrder(records)) {
    const version = rows.versionOf(kind.name, record.id)
    const find = (id: Id) =>
      version >= rows.versionOf(fold.into, id) ? target.get(fold.into, id) : undefined
    for (const folded of fold.changedBy(record, find)) {
      if (target.get(fold.into, folded.id) !== folded) target.set(fold.into, folded.id, folded)
    }
  }
}

/** In the order of their numbers, in which they were made. */
const inOrder = (records: readonly StoredRecord[]): StoredRecord[] =>
  [...records].sort((a, b) => Number(a.id) - Number(b.id))

/** Records in maps, by kind. */
export const mapsAsTarget = (records: ReadonlyMap<string, Map<Id, StoredRecord>>): RowTarget => ({
  get: (kind, id) => records.get(kind)?.get(id),
  set(kind, id, after) {
    if (after === undefined) records.get(kind)?.delete(id)
    else records.get(kind)?.set(id, after)
  },
})

function readRow(codecs: Codecs, row: Row, shown: string): { codec: Codec; record: StoredRecord } {
  const [kind, body] = [String(row['kind']), String(row['body'])]
  const codec = codecs.get(kind)
  const place = `The database ${shown}, the record ${row['id']} of the kind "${kind}"`
  if (codec === undefined)
    throw new StoreError(
      `${place}: the kind is unknown to this version of parley: a newer one has written it.`,
    )
  try {
    return { codec, record: codec.revive(JSON.parse(body), Number(row['schema'])) }
  } catch (cause) {
    if (cause instanceof StoreError) throw new StoreError(`${place}: ${cause.message}.`, { cause })
    if (cause instanceof SyntaxError)
      throw new StoreError(`${place} is damaged: its text is not JSON.`, { cause })
    throw cause
  }
}
