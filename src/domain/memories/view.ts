import { type Memory, MemorySchema } from '../../contract/memories.js'
import { TOPICS, topicOf } from './graph/topics.js'
import type { MemoryRecord } from './record.js'

const FIELDS: ReadonlySet<string> = new Set(Object.keys(MemorySchema.properties))

/** The contract's fields of a record, with the memory's topic in the graph. */
export function toMemory(record: MemoryRecord): Memory {
  const shown = Object.entries(record).filter(([name]) => FIELDS.has(name))
  // The stored fields of the schema, all of which a record has.
  const stored = Object.fromEntries(shown) as Omit<Memory, 'topic' | 'secondaryTopics'>
  return { ...stored, topic: TOPICS[topicOf(record)], secondaryTopics: [] }
}
