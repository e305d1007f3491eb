import type { Static } from 'typebox'
import type { Memory } from '../../contract/memories.js'
import { memoriesAsOf } from '../../contract/memory-history.js'
import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { authorizeMemoryRead, findMemory, type MemoryDeps } from './authorize.js'
import { stateAfter } from './changes/record-changes.js'
import { parseQueryTime } from './query-time.js'
import type { MemoryEventRecord, MemoryRecord } from './record.js'
import { toMemory } from './view.js'

type EventsRequest = { readonly pair: Pair; readonly id: string }

/** All recorded changes of a memory, oldest first. An erased memory is not found; its events are erased with it. */
export async function listMemoryEvents(
  deps: MemoryDeps<'find' | 'events'>,
  caller: CallerIdentity,
  { pair, id }: EventsRequest,
): Promise<{ readonly memoryId: string; readonly events: MemoryEventRecord[] }> {
  await authorizeMemoryRead(deps, caller, pair)
  await findMemory(deps, pair, id)
  return { memoryId: id, events: await deps.memories.events(pair, id) }
}

/**
 * Rebuilds the memories of a pair at a time from their events, sorted by id. Memories erased since then are missing,
 * because their events were erased with them.
 */
export function replayMemoryEvents(events: readonly MemoryEventRecord[], time: Date): MemoryRecord[] {
  const states = new Map<string, MemoryRecord>()
  for (const event of events) {
    if (Date.parse(event.at) > time.getTime()) continue
    const state = stateAfter(states.get(event.memoryId), event)
    if (state !== undefined) states.set(event.memoryId, state)
  }
  return [...states.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

const AsOfQuery = memoriesAsOf.schema.querystring

type AsOfRequest = { readonly pair: Pair; readonly query: Static<typeof AsOfQuery> }
type PastPage = {
  readonly memories: Memory[]
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly asOf: string
}

/** The memories of a player as they were at a time, newest first, ties by id. Memories erased since then are missing. */
export async function listMemoriesAsOf(
  deps: MemoryDeps<'events'> & { readonly clock: Pick<Clock, 'now'> },
  caller: CallerIdentity,
  { pair, query }: AsOfRequest,
): Promise<PastPage> {
  await authorizeMemoryRead(deps, caller, pair)
  const { status, limit, offset, ...filter } = withDefaults(AsOfQuery, query, ['status', 'limit', 'offset'])
  const time = new Date(parseQueryTime('asOf', filter.asOf) ?? deps.clock.now())
  const memoriesThen = replayMemoryEvents(await deps.memories.events(pair), time).filter(
    (memory) => memory.status === status,
  )
  // The replay sorts by id, and `sort` is stable.
  const newestFirst = memoriesThen.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const memories = newestFirst.slice(offset, offset + limit).map(toMemory)
  return { memories, total: newestFirst.length, limit, offset, asOf: time.toISOString() }
}
