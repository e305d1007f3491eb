import { isAscii } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { openRegularFile } from '../safe-files.js'
import { BLOCK_BYTES, LINE_BREAK, readBlocks } from './blocks.js'
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
    // Most snapshots fit into one block, and are read once.
    const only = size <= BLOCK_BYTES ? await readTail(file, size, size) : undefined
    const trailer = parseTrailer(trailerText(only ?? (await readTail(file, size, TRAILER_BYTES))))
    if (trailer === undefined) throw damagedSnapshot(path)

    const parser = createParser(accept)
    const end = size - trailer.length
    let crc = 0
    let refusal: unknown
    for await (const block of only === undefined ? readBlocks(file, end) : [only.subarray(0, end)]) {
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

async function readTail(file: FileHandle, size: number, length: number): Promise<Buffer> {
  const tail = Buffer.alloc(Math.min(size, length))
  await file.read(tail, 0, tail.length, size - tail.length)
  return tail
}

const trailerText = (tail: Buffer): string =>
  tail.toString('latin1', Math.max(0, tail.length - TRAILER_BYTES))

/** Parses whole blocks of lines at once, which is faster than line by line. */
function createParser(accept: SnapshotToRead['accept']) {
  let header: SnapshotHeader | undefined
  let rest: Buffer = Buffer.alloc(0)
  let count = 0

  const acceptLines = (bytes: Buffer) => {
    if (header === undefined || bytes.length === 0) return
    const lines = textOf(bytes)
    const records = JSON.parse(`[${lines.endsWith(',') ? lines.slice(0, -1) : lines}]`) as unknown[]
    count += records.length
    accept(header, records)
  }
  /** Ends the line that the blocks before have begun; returns what follows it. */
  const endLine = (block: Buffer): Buffer => {
    const end = block.indexOf(LINE_BREAK)
    if (end === -1) {
      rest = Buffer.concat([rest, block])
      return block.subarray(block.length)
    }
    const line = Buffer.concat([rest, block.subarray(0, end)])
    rest = block.subarray(block.length)
    if (header === undefined) header = parseHeader(line.toString())
    else acceptLines(line)
    return block.subarray(end + 1)
  }

  return {
    push(block: Buffer) {
      // Only the line that two blocks share is put together: to copy whole blocks would take as long as to decode them.
      const whole = header === undefined || rest.length > 0 ? endLine(block) : block
      const end = whole.lastIndexOf(LINE_BREAK)
      acceptLines(whole.subarray(0, Math.max(0, end)))
      if (whole.length > 0) rest = whole.subarray(end + 1)
    },
    end: () => ({ header: rest.length === 0 ? header : undefined, count }),
  }
}

/** Most records are ASCII, which takes a fraction of the time to decode. */
const textOf = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
