import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileHash } from '../../domain/files/ports.js'
import type { Codec, Codecs } from '../codec.js'
import { undefinedIfMissing } from '../folder.js'
import { COUNTERS, type CounterRecord, type Id, type StoredRecord } from '../kind.js'
import { StoreError } from '../store-error.js'
import type { Entry, StoredChange } from './entry.js'
import type { Segment } from './journal.js'
import { firstSeqOf, type ReadSegment, readSegment } from './segment.js'
import { SNAPSHOT_SUFFIX } from './snapshot.js'
import { type ReadSnapshot, readSnapshot } from './snapshot-reader.js'

export type Loaded = {
  readonly records: ReadonlyMap<string, Map<Id, StoredRecord>>
  /** Oldest first; the bytes are those of whole entries. */
  readonly segments: readonly Segment[]
  readonly lastSeq: number
  readonly snapshotBytes: number
  /** Some snapshot has records of an older schema. */
  readonly isOutdated: boolean
  /** An unfinished write at the end of the last segment. */
  readonly torn: ReadSegment['torn']
  /** Files that records referred to which the journal removes or changes; others may still refer to them. */
  readonly deletedFiles: ReadonlySet<FileHash>
}

type Target = { readonly codec: Codec; readonly records: Map<Id, StoredRecord> }
type Targets = ReadonlyMap<string, Target>
type Journalled = Pick<Loaded, 'segments' | 'lastSeq' | 'torn' | 'deletedFiles'>

/**
 * The state of a folder: its snapshots, and the journal replayed over them. Nothing on disk is changed.
 *
 * An entry may be replayed over a snapshot that has it already, because a crash came between two steps of a
 * compaction: entries hold whole records, so the last one that names a record decides, and all entries after the
 * first one replayed are there.
 */
export async function loadFolder(folder: string, codecs: Codecs): Promise<Loaded> {
  const targets: Targets = new Map([...codecs].map(([kind, codec]) => [kind, { codec, records: new Map() }]))
  const names = ((await undefinedIfMissing(readdir(folder))) ?? []).sort()
  // At the same time: most are small, and a start would wait for the disk with each of them.
  const snapshots = await allOrFirstFailure(
    names
      .filter((name) => name.endsWith(SNAPSHOT_SUFFIX))
      .map((name) => loadSnapshot(join(folder, name), targets)),
  )
  const segments = names.filter((name) => firstSeqOf(name) !== undefined)
  const journal = await replay(segments, {
    folder,
    targets,
    needed: firstNeeded(snapshots),
    hasSnapshots: snapshots.length > 0,
  })

  return {
    records: new Map([...targets].map(([name, { records }]) => [name, records])),
    snapshotBytes: snapshots.reduce((sum, { bytes }) => sum + bytes, 0),
    isOutdated: snapshots.some(({ kind, version }) => version !== targets.get(kind)?.codec.kind.version),
    ...journal,
  }
}

/** Waits for all, whatever fails; then throws the first failure of the list. */
async function allOrFirstFailure<T>(attempts: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(attempts)
  return Promise.all(attempts)
}

function loadSnapshot(path: string, targets: Targets): Promise<ReadSnapshot> {
  let line = 1
  return readSnapshot({
    path,
    accept({ kind, version }, stored) {
      const place = () => `${path}, line ${line}`
      locating(place, () => {
        const { codec, records } = targetOf(targets, kind)
        for (const one of stored) {
          line += 1
          const record = codec.revive(one, version)
          records.set(record.id, record)
        }
      })
    },
  })
}

/** The first entry that is not in every snapshot; a snapshot that is missing has none. */
function firstNeeded(snapshots: readonly ReadSnapshot[]): number {
  const taken = new Map(snapshots.map(({ kind, seq }) => [kind, seq]))
  const expected = snapshots.flatMap(({ kinds }) => kinds)
  return 1 + expected.reduce((least, kind) => Math.min(least, taken.get(kind) ?? 0), lastOf(snapshots))
}

const lastOf = (snapshots: readonly ReadSnapshot[]): number => Math.max(0, ...snapshots.map(({ seq }) => seq))

type Replay = {
  readonly folder: string
  readonly targets: Targets
  readonly needed: number
  readonly hasSnapshots: boolean
}

async function replay(names: readonly string[], replayed: Replay): Promise<Journalled> {
  const { folder, targets, needed, hasSnapshots } = replayed
  const deletedFiles = new Set<FileHash>()
  const segments: Segment[] = []
  let lastSeq = Math.min(needed, firstSeqOf(names[0] ?? '') ?? needed + 1) - 1
  let torn: Loaded['torn']
  // Every compaction leaves a segment, if an empty one.
  if (names.length === 0 && hasSnapshots) throw incomplete(folder, needed)

  for (const name of names) {
    const path = join(folder, name)
    if (firstSeqOf(name) !== lastSeq + 1) throw incomplete(folder, lastSeq + 1)
    const read = await readSegment({
      path,
      isLast: name === names.at(-1),
      firstSeq: lastSeq + 1,
      apply: (entry, line) =>
        locating(
          () => `${path}, line ${line}`,
          () => applyEntry(targets, entry, deletedFiles),
        ),
    })
    segments.push({ name, bytes: read.bytes })
    lastSeq = read.lastSeq
    torn = read.torn
  }
  return { segments, lastSeq, torn, deletedFiles }
}

function applyEntry(targets: Targets, { changes }: Entry, deletedFiles: Set<FileHash>): void {
  for (const change of changes) {
    const { codec, records } = targetOf(targets, change.kind)
    if (codec.kind.filesOf !== undefined) {
      for (const id of 'put' in change ? [change.put.id] : change.del) {
        const before = records.get(id)
        if (before !== undefined) for (const sha256 of codec.kind.filesOf(before)) deletedFiles.add(sha256)
      }
    }
    if ('put' in change) putRecord(targets, { codec, records }, change)
    else for (const id of change.del) records.delete(id)
  }
}

type StoredPut = Extract<StoredChange, { readonly put: StoredRecord }>

function putRecord(targets: Targets, { codec, records }: Target, { put, v }: StoredPut): void {
  const record = codec.revive(put, v)
  records.set(record.id, record)
  const { fold, counter } = codec.kind
  if (counter !== undefined) countUpTo(targets, counter, record.id)
  if (fold === undefined || v < (fold.since ?? 1)) return
  const folding = targetOf(targets, fold.into).records
  for (const folded of fold.changedBy(record, (id) => folding.get(id))) folding.set(folded.id, folded)
}

/** Also a record that a later entry removes has its number: nobody gets it again. */
function countUpTo(targets: Targets, counter: string, id: Id): void {
  const { records } = targetOf(targets, COUNTERS)
  // The records of this kind are counters.
  const before = records.get(counter) as CounterRecord | undefined
  const after: CounterRecord = { id: counter, value: Math.max(before?.value ?? 0, Number(id)) }
  if (after.value !== before?.value) records.set(counter, after)
}

function targetOf(targets: Targets, kind: string): Target {
  const target = targets.get(kind)
  if (target !== undefined) return target
  throw new StoreError(`the kind "${kind}" is unknown to this version of parley: a newer one has written it`)
}

/** Puts the place in front of what is wrong there. */
function locating(place: () => string, step: () => void): void {
  try {
    step()
  } catch (error) {
    if (error instanceof StoreError) throw new StoreError(`${place()}: ${error.message}.`, { cause: error })
    throw error
  }
}

const incomplete = (folder: string, seq: number): StoreError =>
  new StoreError(
    `The store ${folder} lacks files, its journal has no entry ${seq}: put them back from a copy, or serve another folder.`,
  )
