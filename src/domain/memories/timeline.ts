import type { Static } from 'typebox'
import { DAY_MS } from '../../contract/durations.js'
import type { Memory } from '../../contract/memories.js'
import {
  MEMORY_TIMELINE_MAX,
  memoryTimeline as operation,
  type TimelineGroup,
} from '../../contract/memory-views.js'
import type { CallerIdentity } from '../access.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { authorizeMemoryRead, type MemoryDeps } from './authorize.js'
import { parseQueryTime } from './query-time.js'
import type { MemoryRecord } from './record.js'
import { toMemory } from './view.js'

const Query = operation.schema.querystring

type TimelineRequest = { readonly pair: Pair; readonly query: Static<typeof Query> }
type Timeline = {
  readonly timeline: { readonly date: string; readonly memories: Memory[] }[]
  readonly totalMemories: number
  readonly groupBy: TimelineGroup
}

/**
 * The active memories by day, week or month (UTC), newest first. Open in the contract: memories are filtered by the
 * dates, both included, before the newest 500 are taken, so that every period can be reached.
 */
export async function memoryTimeline(
  deps: MemoryDeps<'list'>,
  caller: CallerIdentity,
  { pair, query }: TimelineRequest,
): Promise<Timeline> {
  await authorizeMemoryRead(deps, caller, pair)
  const { groupBy, startDate, endDate } = withDefaults(Query, query, ['groupBy'])
  const from = parseQueryTime('startDate', startDate) ?? Number.NEGATIVE_INFINITY
  const to = parseQueryTime('endDate', endDate) ?? Number.POSITIVE_INFINITY

  const found = await newest(deps, pair, (memory) => isWithin(Date.parse(memory.createdAt), { from, to }))
  const groups = new Map<string, Memory[]>()
  for (const memory of found) {
    const date = DATES[groupBy](new Date(memory.createdAt))
    groups.set(date, [...(groups.get(date) ?? []), toMemory(memory)])
  }
  const timeline = [...groups].map(([date, memories]) => ({ date, memories }))
  return { timeline, totalMemories: found.length, groupBy }
}

/** Reads page by page until enough match. */
async function newest(
  { memories }: MemoryDeps<'list'>,
  pair: Pair,
  matches: (memory: MemoryRecord) => boolean,
): Promise<MemoryRecord[]> {
  const found: MemoryRecord[] = []
  for (let offset = 0; found.length < MEMORY_TIMELINE_MAX; offset += MEMORY_TIMELINE_MAX) {
    const query = { pair, status: 'active' as const, memoryType: null, limit: MEMORY_TIMELINE_MAX, offset }
    const page = await memories.list(query)
    found.push(...page.memories.filter(matches))
    if (offset + page.memories.length >= page.total) break
  }
  return found.slice(0, MEMORY_TIMELINE_MAX)
}

const isWithin = (time: number, { from, to }: { readonly from: number; readonly to: number }): boolean =>
  time >= from && time <= to

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

const DATES: Readonly<Record<TimelineGroup, (date: Date) => string>> = {
  day: dayOf,
  week: (date) => dayOf(new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS)),
  month: (date) => date.toISOString().slice(0, 7),
}
