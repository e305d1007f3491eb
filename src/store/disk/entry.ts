import { crc32 } from 'node:zlib'
import { encodeRecord } from '../codec.js'
import type { Id, StoredRecord } from '../kind.js'
import type { Change } from '../table.js'

/** One line of the journal: changes that are all there or not at all. */
export type Entry = { readonly seq: number; readonly changes: readonly StoredChange[] }

export type StoredChange =
  | { readonly kind: string; readonly v: number; readonly put: Pick<StoredRecord, 'id'> }
  | { readonly kind: string; readonly del: readonly Id[] }

const BEFORE = '{"crc":"00000000","entry":'
const CRC_AT = '{"crc":"'.length
const AFTER = '}\n'

/** `{"crc":"89abcdef","entry":{"seq":12,"changes":[…]}}`: the checksum is that of the entry's own bytes. */
export function encodeEntry(seq: number, changes: readonly string[]): Buffer {
  const line = Buffer.from(`${BEFORE}{"seq":${seq},"changes":[${changes.join()}]}${AFTER}`)
  line.write(checksum(line.subarray(BEFORE.length, -AFTER.length)), CRC_AT, 'latin1')
  return line
}

/** What stands in the line of that entry and in no other: within a text its quotes would be escaped. */
export const startOfEntry = (seq: number): string => `","entry":{"seq":${seq},"changes":[`

export function encodeChange(change: Change): string {
  const { kind } = change.table
  const { name, version } = kind
  return 'put' in change
    ? `{"kind":"${name}","v":${version},"put":${encodeRecord(kind, change.put)}}`
    : `{"kind":"${name}","del":${JSON.stringify(change.remove)}}`
}

/** Undefined for a line, here without its line break, that is not as it was written. */
export function decodeEntry(line: Buffer): Entry | undefined {
  const entry = line.subarray(BEFORE.length, 1 - AFTER.length)
  const frame = `${BEFORE.replace('00000000', checksum(entry))}${AFTER.trim()}`
  const found = line.toString('latin1', 0, BEFORE.length) + line.toString('latin1', line.length - 1)
  if (frame !== found) return undefined
  return JSON.parse(entry.toString()) as Entry
}

/** CRC-32 as eight hexadecimal digits. */
export const checksum = (bytes: Uint8Array): string => hex(crc32(bytes))

export const hex = (crc: number): string => crc.toString(16).padStart(8, '0')
