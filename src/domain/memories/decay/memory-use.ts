import { eventOf, stateAfter } from '../changes/record-changes.js'
import type { NewMemoryEvent } from '../ports.js'
import type { MemoryEventRecord, MemoryRecord, MemoryUseRecord } from '../record.js'
import { isPromotedByUse, strengthened } from './forgetting-curve.js'

/**
 * What a use in a prompt makes of each memory, which is strengthened; one stays the very same when its state accounts
 * for the use already.
 */
export function changeByUse(use: MemoryUseRecord): (memory: MemoryRecord) => MemoryRecord {
  const at = new Date(use.at)
  return (memory) =>
    use.id <= (memory.lastUseId ?? 0)
      ? memory
      : {
          ...memory,
          ...strengthened(memory, at, { isRestated: false }),
          accessCount: memory.accessCount + 1,
          lastAccessedAt: use.at,
          lastUseId: use.id,
        }
}

/** The event of a memory that becomes long-term by a use; undefined when it does not. */
export function promotionBy(use: MemoryUseRecord, before: MemoryRecord): NewMemoryEvent | undefined {
  if (before.memoryLayer === 'ltm' || !isPromotedByUse(before, use.at)) return undefined
  const after = changeByUse(use)(before)
  const promoted = { before: inLayerOf(before, after), after, kind: 'promoted' as const }
  return eventOf({ ...promoted, actor: 'conversation', reason: 'used again' }, use.at)
}

/**
 * The events of memories in order, with the `used` ones that the uses stand for: these are not stored, because they
 * follow from the state of the memory before. Both lists are sorted by id.
 */
export function withUseEvents(
  events: readonly MemoryEventRecord[],
  uses: readonly MemoryUseRecord[],
): MemoryEventRecord[] {
  const states = new Map<string, MemoryRecord>()
  const all: MemoryEventRecord[] = []
  const add = (event: MemoryEventRecord) => {
    all.push(event)
    const state = stateAfter(states.get(event.memoryId), event)
    if (state !== undefined) states.set(event.memoryId, state)
  }
  let next = 0
  for (const use of uses) {
    for (let event = events[next]; event !== undefined && event.id < use.id; event = events[next]) {
      add(event)
      next += 1
    }
    for (const memory of use.memoryIds.map((id) => states.get(id)))
      if (memory !== undefined) add({ id: use.id, ...useEvent(memory, use) })
  }
  for (const event of events.slice(next)) add(event)
  return all
}

/** A promotion has an event of its own. */
function useEvent(before: MemoryRecord, use: MemoryUseRecord): NewMemoryEvent {
  const after = inLayerOf(before, changeByUse(use)(before))
  return eventOf({ before, after, kind: 'used', actor: 'conversation', reason: null }, use.at)
}

const inLayerOf = ({ memoryLayer }: MemoryRecord, memory: MemoryRecord): MemoryRecord => ({
  ...memory,
  memoryLayer,
})
