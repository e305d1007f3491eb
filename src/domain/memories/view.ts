import { type Memory, MemorySchema } from '../../contract/memories.js'
import type { MemoryRecord } from './record.js'

const FIELDS = Object.keys(MemorySchema.properties)

/** As the contract shows it, without what only the engine knows. Where a schema writes the answer, it does the same. */
export const toMemory = (record: MemoryRecord): Memory =>
  // The fields are those of the schema, and a record has them all.
  Object.fromEntries(Object.entries(record).filter(([name]) => FIELDS.includes(name))) as Memory
