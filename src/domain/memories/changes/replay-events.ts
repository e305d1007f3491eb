import type { MemoryEventRecord, MemoryRecord } from '../record.js'

/**
 * The memories of a pair as they were at a time, made from what was recorded (`MemoryStore.events`); those that were
 * erased since then are not among them. By id.
 */
export function replayMemoryEvents(events: readonly MemoryEventRecord[], time: Date): MemoryRecord[] {
  const states = new Map<string, MemoryRecord>()
  for (const { memoryId, before, after, at } of events) {
    if (Date.parse(at) > time.getTime()) continue
    const state = states.get(memoryId)
    if (before === null && isCreation(after)) states.set(memoryId, after)
    else if (state !== undefined) states.set(memoryId, { ...state, ...after })
  }
  return [...states.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The first event of a memory holds all of it. */
const isCreation = (after: MemoryEventRecord['after']): after is MemoryRecord => after.id !== undefined
