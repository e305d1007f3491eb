import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Timers } from '../domain/clock.js'
import type { Log } from '../domain/log.js'
import { type Codecs, createCodecs, encodeRecord } from './codec.js'
import { openDiskAdapter } from './disk/adapter.js'
import { nodeDisk } from './disk/disk.js'
import { makeFolder, undefinedIfMissing } from './folder.js'
import { checkDataFolder, inspectFolder } from './inspect.js'
import type { Id, Kind, StoredRecord } from './kind.js'
import { KINDS } from './kinds.js'
import { lockFolder } from './lock.js'
import { POSTGRES_ADDRESS_HINT, parsePostgresUrl } from './postgres/url.js'
import { StoreError } from './store-error.js'

export type StoreCopy = {
  /** Data folders, or `postgres://…`. */
  readonly from: string
  readonly to: string
  readonly log: Log
  readonly timers: Timers
}
export type CopiedRecords = { readonly records: number; readonly kinds: number }

type Content = {
  readonly records: ReadonlyMap<string, ReadonlyMap<Id, StoredRecord>>
  /** The number of the last entry. */
  readonly lastSeq: number
}

/**
 * Copies all records from one store to another, which must be empty, and reads them again there. The files of a data folder
 * stay where they are. Rejects with a StoreError when either is served, or the target holds records.
 */
export async function copyStore({ from, to, log, timers }: StoreCopy): Promise<CopiedRecords> {
  for (const address of [from, to]) checkAddress(address)
  const deps = { codecs: createCodecs(KINDS), log, timers }
  const content = await readContent(from, deps)
  if (content.lastSeq === 0) throw new StoreError(`There are no records in ${shownAddress(from)}.`)
  await writeContent(to, content, deps)
  return compareContent(content, await readContent(to, deps), to)
}

/** Compares all records of two stores and their order. Rejects with a StoreError that names the first difference. */
export async function verifyStores({ from, to, timers }: Omit<StoreCopy, 'log'>): Promise<CopiedRecords> {
  for (const address of [from, to]) checkAddress(address)
  const deps = { codecs: createCodecs(KINDS), timers }
  return compareContent(await readContent(from, deps), await readContent(to, deps), to)
}

const shownAddress = (address: string): string => parsePostgresUrl(address)?.shown ?? address

/** A mistyped address of a database is no folder; it is not repeated, for it may hold a password. */
function checkAddress(address: string): void {
  if (!/^postgres(?:ql)?:/.test(address) || parsePostgresUrl(address) !== undefined) return
  throw new StoreError('This is not the address of a PostgreSQL database.', { hint: POSTGRES_ADDRESS_HINT })
}

type Reading = { readonly codecs: Codecs; readonly timers: Timers }

async function readContent(address: string, { codecs, timers }: Reading): Promise<Content> {
  const url = parsePostgresUrl(address)
  if (url !== undefined) {
    const { readPostgres } = await import('./postgres/copy.js')
    return readPostgres(url, codecs, timers)
  }
  const inspected = await inspectFolder({ folder: address, codecs, acceptEmpty: false })
  const { records, lastSeq } = await inspected.load()
  return { records, lastSeq }
}

type Writing = Reading & { readonly log: Log }

async function writeContent(address: string, content: Content, writing: Writing): Promise<void> {
  const url = parsePostgresUrl(address)
  if (url === undefined) return writeFolder(address, content, writing)
  const { writePostgres } = await import('./postgres/copy.js')
  await writePostgres(url, content, writing.timers)
}

async function writeFolder(
  folder: string,
  { records, lastSeq }: Content,
  { codecs, log }: Writing,
): Promise<void> {
  await checkDataFolder(folder)
  const target = join(folder, 'store')
  if (((await undefinedIfMissing(readdir(target))) ?? []).length > 0)
    throw new StoreError(`The data folder ${folder} holds records already, in store/.`)
  await makeFolder(folder)
  const { release: unlock } = await lockFolder(folder)
  try {
    await makeFolder(target)
    const adapter = await openDiskAdapter({
      folder: target,
      // Snapshots are written of all that is there, as by a compaction.
      loaded: { ...NOTHING_ON_DISK, records: copyOf(records), lastSeq },
      ...{ codecs, log, disk: nodeDisk, compactAfterBytes: Number.POSITIVE_INFINITY },
    })
    await adapter.compactNow().finally(adapter.close)
  } finally {
    await unlock()
  }
}

const NOTHING_ON_DISK = {
  segments: [],
  snapshotBytes: 0,
  isOutdated: false,
  torn: undefined,
  deletedFiles: new Set<string>(),
}

const copyOf = (records: Content['records']): Map<string, Map<Id, StoredRecord>> =>
  new Map([...records].map(([kind, ofKind]) => [kind, new Map(ofKind)]))

function compareContent(source: Content, target: Content, to: string): CopiedRecords {
  const where = shownAddress(to)
  let count = 0
  for (const kind of KINDS) {
    const [expected, found] = [source, target].map(({ records }) => [
      ...(records.get(kind.name)?.values() ?? []),
    ])
    if (expected === undefined || found === undefined) continue
    for (let at = 0; at < Math.max(expected.length, found.length); at += 1) {
      if (textOf(kind, expected[at]) === textOf(kind, found[at])) continue
      const id = (expected[at] ?? found[at])?.id
      throw new StoreError(`${where} differs at record ${at + 1} of the kind "${kind.name}", ${id}.`)
    }
    count += expected.length
  }
  return { records: count, kinds: KINDS.length }
}

const textOf = (kind: Kind, record: StoredRecord | undefined): string | undefined =>
  record && encodeRecord(kind, record)
