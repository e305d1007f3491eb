import { canonicalJson } from '../../domain/idempotency/canonical-json.js'
import type { Log } from '../../domain/log.js'

/** An existing record that was left unchanged although a world file describes it differently. */
export type KeptRecord = {
  readonly kind: 'account' | 'key' | 'organization' | 'character' | 'conversation' | 'memories' | 'share'
  readonly name: string
  /** The fields that differ from the file. */
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

/** The names of the wanted values that differ from the stored ones. Undefined values and the order of keys do not count. */
export const differingFields = (stored: Values, wanted: Values): string[] =>
  Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined || canonicalJson(value) === canonicalJson(stored[name]) ? [] : [name],
  )

/** Reports an existing record unless it equals the file. */
export function reportKeptRecord(onKept: OnKeptRecord, record: KeptRecord): void {
  if (record.fields.length > 0) onKept(record)
}
