import type { Static } from 'typebox'
import { type Memory, listMemories as operation } from '../../contract/memories.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { authorizeMemoryRead, type CallerIdentity, type MemoryDeps } from './authorize.js'
import { toMemory } from './view.js'

const Query = operation.schema.querystring

type Asked = { readonly pair: Pair; readonly query: Static<typeof Query> }
type MemoryPage = {
  readonly memories: Memory[]
  readonly total: number
  readonly limit: number
  readonly offset: number
}

/** The memories of a player, newest first; of one who never spoke there are none. */
export async function listMemories(
  deps: MemoryDeps<'list'>,
  caller: CallerIdentity,
  { pair, query }: Asked,
): Promise<MemoryPage> {
  await authorizeMemoryRead(deps, caller, pair)
  const { status, limit, offset, memoryType } = withDefaults(Query, query, ['status', 'limit', 'offset'])
  const found = await deps.memories.list({ pair, status, memoryType: memoryType ?? null, limit, offset })
  return { ...found, memories: found.memories.map(toMemory), limit, offset }
}
