import type { Static } from 'typebox'
import { type Memory, listMemories as operation } from '../../contract/memories.js'
import type { CallerIdentity } from '../access.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { authorizeMemoryRead, type MemoryDeps } from './authorize.js'
import type { CoreFactRecord } from './record.js'
import { toMemory } from './view.js'

const Query = operation.schema.querystring

type ListRequest = { readonly pair: Pair; readonly query: Static<typeof Query> }
type MemoryPage = {
  readonly memories: Memory[]
  readonly total: number
  readonly limit: number
  readonly offset: number
}

/** The memories of a player, newest first; empty for a player who never spoke. */
export async function listMemories(
  deps: MemoryDeps<'list'>,
  caller: CallerIdentity,
  { pair, query }: ListRequest,
): Promise<MemoryPage> {
  await authorizeMemoryRead(deps, caller, pair)
  const { status, limit, offset, memoryType } = withDefaults(Query, query, ['status', 'limit', 'offset'])
  const found = await deps.memories.list({ pair, status, memoryType: memoryType ?? null, limit, offset })
  return { ...found, memories: found.memories.map(toMemory), limit, offset }
}

/** The core facts of a player: the current values of attributes that have one value at a time, sorted by key. */
export async function listCoreFacts(
  deps: MemoryDeps<'coreFacts'>,
  caller: CallerIdentity,
  pair: Pair,
): Promise<{ readonly coreFacts: CoreFactRecord[] }> {
  await authorizeMemoryRead(deps, caller, pair)
  return { coreFacts: await deps.memories.coreFacts(pair) }
}
