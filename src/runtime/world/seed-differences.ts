import { canonicalJson } from '../../domain/idempotency/canonical-json.js'
import type { Log } from '../../domain/log.js'

/** A record that a world file names, that was there, and that stays as it is though the file says something else. */
export type KeptRecord = {
  readonly kind: 'account' | 'key' | 'organization' | 'character' | 'conversation' | 'memories' | 'share'
  readonly name: string
  /** The fields of which the file says something else. */
  readonly fields: readonly string[]
}

export type OnKeptRecord = (record: KeptRecord) => void

/** `kept character bram as it is; 2 fields differ: tagline, tts_voice` */
export const formatKeptRecord = ({ kind, name, fields }: KeptRecord): string =>
  `kept ${kind} ${name} as it is; ${fields.length === 1 ? '1 field differs' : `${fields.length} fields differ`}: ${fields.join(', ')}`

export const createKeptRecordLogger =
  (log: Pick<Log, 'warn'>): OnKeptRecord =>
  (record) =>
    log.warn('a record of a world file was kept as it is', { ...record })

type Values = Readonly<Record<string, unknown>>

/** The names of the values that are not as a file wants them, in whatever order it writes their keys. What it leaves out, it does not mind. */
export const differingFields = (stored: Values, wanted: Values): string[] =>
  Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined || canonicalJson(value) === canonicalJson(stored[name]) ? [] : [name],
  )

/** Tells of a record, unless it is as the file wants it. */
export function reportKeptRecord(onKept: OnKeptRecord, record: KeptRecord): void {
  if (record.fields.length > 0) onKept(record)
}
