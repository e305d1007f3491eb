import { StoreError } from '../store-error.js'

/**
 * A snapshot is one JSON document with a record on each line, so that a person, grep and diff can read it:
 *
 *     {"kind":"characters","version":1,"kinds":["accounts",…],"seq":812,"records":[
 *     {"id":…},
 *     {"id":…}
 *     ],"count":2,"crc":"89abcdef"}
 */
export type SnapshotHeader = {
  readonly kind: string
  /** Of the schema that all its records have. */
  readonly version: number
  /** The snapshots that were taken together. */
  readonly kinds: readonly string[]
  /** The last journal entry that is wholly in it. */
  readonly seq: number
}

export type SnapshotTrailer = {
  readonly count: number
  /** CRC-32 of all lines but the last. */
  readonly crc: string
}

const HEADER_END = ',"records":['
const TRAILER = /\n(\],"count":(\d+),"crc":"([0-9a-f]{8})"\}\n)$/
/** More than the longest last line. */
export const TRAILER_BYTES = 64

export const SNAPSHOT_SUFFIX = '.json'
export const NEW_SUFFIX = '.json.new'

export const formatHeader = (header: SnapshotHeader): string =>
  `${JSON.stringify(header).slice(0, -1)}${HEADER_END}`

export const formatTrailer = ({ count, crc }: SnapshotTrailer): string =>
  `],"count":${count},"crc":"${crc}"}\n`

/** The header in the snapshot's first line; undefined when that is not one. */
export function parseHeader(line: string): SnapshotHeader | undefined {
  if (!line.endsWith(HEADER_END)) return undefined
  return JSON.parse(`${line.slice(0, -HEADER_END.length)}}`) as SnapshotHeader
}

/** The last line, looked for at the end of the snapshot's last bytes; undefined when it is not there. */
export function parseTrailer(tail: string): (SnapshotTrailer & { readonly length: number }) | undefined {
  const [, line, count, crc] = TRAILER.exec(tail) ?? []
  if (line === undefined || crc === undefined) return undefined
  return { count: Number(count), crc, length: line.length }
}

export const damagedSnapshot = (path: string): StoreError =>
  new StoreError(
    `The snapshot ${path} is damaged or incomplete: put the file back from a copy, or serve another folder.`,
  )
