import type { StoredRecord } from '../kind.js'

/** The fields that tell whose a record is, the nearest owner first: a message is its conversation's. */
const OWNER_FIELDS = [
  'conversationId',
  'shareId',
  'batchId',
  'agentId',
  'characterId',
  'accountId',
  'userId',
  'org_id',
  'account_id',
  'key',
] as const

/** What the record belongs to, as JSON; of a record that belongs to nothing, its own id. */
export function ownerOf(record: StoredRecord): string {
  const fields = record as Readonly<Record<string, unknown>>
  const found = OWNER_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string')
  return JSON.stringify(found ?? record.id)
}
