import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { openRegularFile } from '../safe-files.js'
import { joined, LINE_BREAK, readBlocks } from './blocks.js'
import { hex } from './entry.js'
import { damagedSnapshot, parseHeader, parseTrailer, type SnapshotHeader, TRAILER_BYTES } from './snapshot.js'

export type ReadSnapshot = SnapshotHeader & { readonly bytes: number }

type SnapshotToRead = {
  readonly path: string
  /** Gets the records as they were stored, some thousand at a time. */
  readonly accept: (header: SnapshotHeader, records: readonly unknown[]) => void
}

/** Reads a snapshot; throws a StoreError for one that is not as it was written, at the latest at its end. */
export async function readSnapshot({ path, accept }: SnapshotToRead): Promise<ReadSnapshot> {
  const file = await openRegularFile(path)
  try {
    const { size } = await file.stat()
    const trailer = parseTrailer(await readTail(file, size))
    if (trailer === undefined) throw damagedSnapshot(path)

    const parser = createParser(accept)
    let crc = 0
    let refusal: unknown
    for await (const block of readBlocks(file, size - trailer.length)) {
      crc = crc32(block, crc)
      refusal ??= refusalOf(() => parser.push(block))
    }
    // What a damaged snapshot seems to say, such as that it is newer, is not worth telling.
    if (hex(crc) !== trailer.crc) throw damagedSnapshot(path)
    if (refusal !== undefined) throw refusal
    const { header, count } = parser.end()
    if (header === undefined || count !== trailer.count) throw damagedSnapshot(path)
    return { ...header, bytes: size }
  } catch (error) {
    if (error instanceof SyntaxError) throw damagedSnapshot(path)
    throw error
  } finally {
    await file.close()
  }
}

function refusalOf(step: () => void): unknown {
  try {
    step()
    return undefined
  } catch (error) {
    return error
  }
}

async function readTail(file: FileHandle, size: number): Promise<string> {
  const tail = Buffer.alloc(Math.min(size, TRAILER_BYTES))
  await file.read(tail, 0, tail.length, size - tail.length)
  return tail.toString('latin1')
}

/** Parses whole blocks of lines at once, which is faster than line by line. */
function createParser(accept: SnapshotToRead['accept']) {
  let header: SnapshotHeader | undefined
  let rest: Buffer = Buffer.alloc(0)
  let count = 0

  return {
    push(block: Buffer) {
      const bytes = joined(rest, block)
      const end = bytes.lastIndexOf(LINE_BREAK)
      const start = header === undefined ? bytes.indexOf(LINE_BREAK) + 1 : 0
      header ??= parseHeader(bytes.toString('utf8', 0, Math.max(0, start - 1)))
      rest = bytes.subarray(end + 1)
      if (header === undefined || end < start) return
      const lines = bytes.toString('utf8', start, end)
      const records = JSON.parse(`[${lines.endsWith(',') ? lines.slice(0, -1) : lines}]`) as unknown[]
      count += records.length
      accept(header, records)
    },
    end: () => ({ header: rest.length === 0 ? header : undefined, count }),
  }
}
