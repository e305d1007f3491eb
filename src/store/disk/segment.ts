import { openRegularFile } from '../safe-files.js'
import { StoreError } from '../store-error.js'
import { joined, LINE_BREAK, readBlocks } from './blocks.js'
import { decodeEntry, type Entry, startOfEntry } from './entry.js'

/** A journal is a row of segments; each is named by the number of its first entry. */
const SEGMENT_NAME = /^journal-(\d{12})\.ndjson$/

export const segmentName = (firstSeq: number): string =>
  `journal-${String(firstSeq).padStart(12, '0')}.ndjson`

/** The number of the segment's first entry; undefined when the name is not that of a segment. */
export function firstSeqOf(name: string): number | undefined {
  const digits = SEGMENT_NAME.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

type SegmentToRead = {
  readonly path: string
  /** Only the last segment can end in an unfinished write. */
  readonly isLast: boolean
  /** The number that its first entry must have. */
  readonly firstSeq: number
  readonly apply: (entry: Entry, line: number) => void
}

export type ReadSegment = {
  readonly lastSeq: number
  /** Up to the end of the last whole entry. */
  readonly bytes: number
  /** What lies behind it: the unfinished write of a process that was killed. */
  readonly torn: { readonly line: number; readonly bytes: number } | undefined
}

/** Applies the segment's entries in order. Each was durable before the next was written, so only the last can be torn. */
export async function readSegment({ path, isLast, firstSeq, apply }: SegmentToRead): Promise<ReadSegment> {
  let lastSeq = firstSeq - 1
  let bytes = 0
  let bad: Line | undefined

  for await (const line of readLines(path)) {
    if (bad !== undefined) throw damaged(path, bad.number)
    const entry = line.isWhole ? decodeEntry(line.bytes) : undefined
    if (entry === undefined) {
      bad = line
      continue
    }
    if (entry.seq !== lastSeq + 1) throw damaged(path, line.number)
    apply(entry, line.number)
    lastSeq = entry.seq
    bytes += line.bytes.length + 1
  }
  if (bad === undefined) return { lastSeq, bytes, torn: undefined }
  // Only a torn line holds no second entry: one that does has lost the line break between them.
  if (!isLast || bad.bytes.includes(startOfEntry(lastSeq + 2))) throw damaged(path, bad.number)
  return { lastSeq, bytes, torn: { line: bad.number, bytes: bad.bytes.length + (bad.isWhole ? 1 : 0) } }
}

const damaged = (path: string, line: number): StoreError =>
  new StoreError(
    `The journal ${path} is damaged at line ${line}: put the file back from a copy, or serve another folder.`,
  )

type Line = {
  readonly number: number
  /** Without the line break. */
  readonly bytes: Buffer
  /** Its line break is there too. */
  readonly isWhole: boolean
}

async function* readLines(path: string): AsyncGenerator<Line> {
  const file = await openRegularFile(path)
  try {
    let number = 0
    let rest: Buffer = Buffer.alloc(0)
    for await (const block of readBlocks(file, (await file.stat()).size)) {
      const bytes = joined(rest, block)
      let start = 0
      for (let end = bytes.indexOf(LINE_BREAK); end !== -1; end = bytes.indexOf(LINE_BREAK, start)) {
        number += 1
        yield { number, bytes: bytes.subarray(start, end), isWhole: true }
        start = end + 1
      }
      rest = bytes.subarray(start)
    }
    if (rest.length > 0) yield { number: number + 1, bytes: rest, isWhole: false }
  } finally {
    await file.close()
  }
}
