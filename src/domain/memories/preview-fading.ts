import type { Static } from 'typebox'
import { DAY_MS } from '../../contract/durations.js'
import { type FadingMemory, memoriesFading as operation } from '../../contract/memory-history.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { activeMemories } from './active-memories.js'
import { authorizeMemoryRead, type CallerIdentity, type MemoryDeps } from './authorize.js'
import { decaysAt, nextTransition, retrievability } from './decay/forgetting-curve.js'
import type { MemoryRecord } from './record.js'

const Query = operation.schema.querystring
/** The last moment that a Date can hold. */
const END_OF_TIME = 8.64e15

type PreviewDeps = MemoryDeps<'list'> & { readonly clock: Pick<Clock, 'now'> }
type Asked = { readonly pair: Pair; readonly query: Static<typeof Query> }
type Preview = {
  readonly memories: FadingMemory[]
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly days: number
  readonly now: string
  readonly until: string
}

/** The memories that time turns within so many days when nobody uses them, the next one first. */
export async function previewFading(
  deps: PreviewDeps,
  caller: CallerIdentity,
  { pair, query }: Asked,
): Promise<Preview> {
  await authorizeMemoryRead(deps, caller, pair)
  const { days, limit, offset } = withDefaults(Query, query, ['days', 'limit', 'offset'])
  const now = deps.clock.now()
  const until = new Date(Math.min(END_OF_TIME, now.getTime() + days * DAY_MS))
  const active = await activeMemories(deps, pair)
  const fading = active.flatMap((memory) => fadingMemoryOf(memory, { now, until }))
  const memories = fading.sort(byTransitionTime).slice(offset, offset + limit)
  const times = { now: now.toISOString(), until: until.toISOString() }
  return { memories, total: fading.length, limit, offset, days, ...times }
}

function fadingMemoryOf(memory: MemoryRecord, { now, until }: { now: Date; until: Date }): FadingMemory[] {
  const turn = nextTransition(memory)
  if (turn === undefined || turn.at > until.getTime()) return []
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
      turn: turn.kind,
      turnsAt: new Date(turn.at).toISOString(),
      decaysAt: new Date(Math.min(END_OF_TIME, decaysAt(memory))).toISOString(),
    },
  ]
}

function byTransitionTime(a: FadingMemory, b: FadingMemory): number {
  if (a.turnsAt !== b.turnsAt) return Date.parse(a.turnsAt) - Date.parse(b.turnsAt)
  return a.memoryId < b.memoryId ? -1 : 1
}
