import type { Static } from 'typebox'
import type { Memory } from '../../contract/memories.js'
import { memoriesAsOf as operation } from '../../contract/memory-history.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { authorizeMemoryRead, type CallerIdentity, type MemoryDeps } from './authorize.js'
import { replayMemoryEvents } from './changes/replay-events.js'
import { parseQueryTime } from './query-time.js'
import { toMemory } from './view.js'

const Query = operation.schema.querystring

type Asked = { readonly pair: Pair; readonly query: Static<typeof Query> }
type PastPage = {
  readonly memories: Memory[]
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly asOf: string
}

/** The memories of a player as they were at a time, newest first, ties by id. Of what was erased since then there is nothing. */
export async function listMemoriesAsOf(
  deps: MemoryDeps<'events'> & { readonly clock: Pick<Clock, 'now'> },
  caller: CallerIdentity,
  { pair, query }: Asked,
): Promise<PastPage> {
  await authorizeMemoryRead(deps, caller, pair)
  const { status, limit, offset, ...asked } = withDefaults(Query, query, ['status', 'limit', 'offset'])
  const time = new Date(parseQueryTime('asOf', asked.asOf) ?? deps.clock.now())
  const then = replayMemoryEvents(await deps.memories.events(pair), time).filter(
    (memory) => memory.status === status,
  )
  // By id already, and sorting keeps the order of equals.
  const newestFirst = then.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const memories = newestFirst.slice(offset, offset + limit).map(toMemory)
  return { memories, total: newestFirst.length, limit, offset, asOf: time.toISOString() }
}
