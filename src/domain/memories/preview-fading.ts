import type { Static } from 'typebox'
import { DAY_MS } from '../../contract/durations.js'
import { type FadingMemory, memoriesFading as operation } from '../../contract/memory-history.js'
import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { authorizeMemoryRead, type MemoryDeps } from './authorize.js'
import { decaysAt, nextTransition, retrievability } from './decay/forgetting-curve.js'
import { activeMemories } from './load-memories.js'
import type { MemoryRecord } from './record.js'

const Query = operation.schema.querystring
/** The latest time that a Date can represent. */
const MAX_DATE_MS = 8.64e15

type PreviewDeps = MemoryDeps<'list'> & { readonly clock: Pick<Clock, 'now'> }
type FadingRequest = { readonly pair: Pair; readonly query: Static<typeof Query> }
type Preview = {
  readonly memories: FadingMemory[]
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly days: number
  readonly now: string
  readonly until: string
}

/** The memories that would be demoted or decay within so many days without use, the earliest first. */
export async function previewFading(
  deps: PreviewDeps,
  caller: CallerIdentity,
  { pair, query }: FadingRequest,
): Promise<Preview> {
  await authorizeMemoryRead(deps, caller, pair)
  const { days, limit, offset } = withDefaults(Query, query, ['days', 'limit', 'offset'])
  const now = deps.clock.now()
  const until = new Date(Math.min(MAX_DATE_MS, now.getTime() + days * DAY_MS))
  const active = await activeMemories(deps, pair)
  const fading = active.flatMap((memory) => fadingMemoryOf(memory, { now, until }))
  const memories = fading.sort(byTransitionTime).slice(offset, offset + limit)
  const times = { now: now.toISOString(), until: until.toISOString() }
  return { memories, total: fading.length, limit, offset, days, ...times }
}

function fadingMemoryOf(memory: MemoryRecord, { now, until }: { now: Date; until: Date }): FadingMemory[] {
  const transition = nextTransition(memory)
  if (transition === undefined || transition.at > until.getTime()) return []
  const { id, content, memoryType, memoryLayer, importance, stability, lastUsedAt } = memory
  return [
    {
      memoryId: id,
      content,
      memoryType,
      memoryLayer,
      importance,
      stability,
      lastUsedAt,
      retrievability: retrievability(memory, now),
      retrievabilityThen: retrievability(memory, until),
      turn: transition.kind,
      turnsAt: new Date(transition.at).toISOString(),
      decaysAt: new Date(Math.min(MAX_DATE_MS, decaysAt(memory))).toISOString(),
    },
  ]
}

function byTransitionTime(a: FadingMemory, b: FadingMemory): number {
  if (a.turnsAt !== b.turnsAt) return Date.parse(a.turnsAt) - Date.parse(b.turnsAt)
  return a.memoryId < b.memoryId ? -1 : 1
}
