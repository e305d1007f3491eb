import { crc32 } from 'node:zlib'
import { encodeRecord } from '../codec.js'
import type { Id, Kind, StoredRecord } from '../kind.js'
import type { Disk } from './disk.js'
import { hex } from './entry.js'
import { formatHeader, formatTrailer, type SnapshotHeader } from './snapshot.js'

const SLICE_CHARACTERS = 2 ** 18
const SYNC_EVERY_BYTES = 2 ** 23

type SnapshotToWrite = {
  readonly disk: Disk
  readonly path: string
  readonly kind: Kind
  readonly header: Pick<SnapshotHeader, 'kinds' | 'seq'>
  readonly records: ReadonlyMap<Id, StoredRecord>
  /** Called between slices; what it throws ends the writing. */
  readonly pause: () => void
}

/** Writes the records slice by slice, durably, while others go on changing them; returns the number of bytes. */
export async function writeSnapshot({ disk, path, pause, ...content }: SnapshotToWrite): Promise<number> {
  const file = await disk.create(path)
  try {
    const counted = { records: 0 }
    let crc = 0
    let bytes = 0
    let synced = 0
    for (const text of slices(content, counted)) {
      pause()
      const slice = Buffer.from(text)
      crc = crc32(slice, crc)
      bytes += slice.length
      await file.writeFile(slice)
      // A little at a time, so that the journal's own syncs never wait for all of it.
      if (bytes - synced < SYNC_EVERY_BYTES) continue
      await file.datasync()
      synced = bytes
    }
    const trailer = formatTrailer({ count: counted.records, crc: hex(crc) })
    await file.writeFile(trailer)
    await file.datasync()
    return bytes + trailer.length
  } finally {
    await file.close()
  }
}

type SnapshotContent = Pick<SnapshotToWrite, 'kind' | 'header' | 'records'>

/** All lines but the last. */
function* slices(
  { kind, header, records }: SnapshotContent,
  counted: { records: number },
): Generator<string> {
  let text = formatHeader({ kind: kind.name, version: kind.version, ...header })
  // Those that are there now come first; later ones are in the journal.
  const limit = records.size
  for (const record of records.values()) {
    if (counted.records === limit) break
    text += `${counted.records === 0 ? '' : ','}\n${encodeRecord(kind, record)}`
    counted.records += 1
    if (text.length < SLICE_CHARACTERS) continue
    yield text
    text = ''
  }
  yield `${text}\n`
}
