import type { Static } from 'typebox'
import { type MemoryGraph, memoryGraph as operation } from '../../contract/memory-graph.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { authorizeMemoryRead, type CallerIdentity, type MemoryDeps } from './authorize.js'
import { assembleGraph } from './graph/assemble-graph.js'
import type { MemoryGraphCache } from './graph/memory-graph-cache.js'

const Query = operation.schema.querystring

type GraphDeps = MemoryDeps<never> & { readonly memoryGraphs: Pick<MemoryGraphCache, 'get'> }
type Asked = { readonly pair: Pair; readonly query: Static<typeof Query> }

/** The active memories of a player by topic, on request with whom and what they mention; a read, counted nowhere. */
export async function memoryGraph(
  deps: GraphDeps,
  caller: CallerIdentity,
  { pair, query }: Asked,
): Promise<MemoryGraph> {
  await authorizeMemoryRead(deps, caller, pair)
  const options = withDefaults(Query, query, ['includeEntities', 'includeCharacterMemories'])
  const { memories, stale } = await deps.memoryGraphs.get(pair)
  const character = await deps.characters.find(pair.characterId)
  const called = { playerId: pair.playerId, characterName: character?.name ?? '' }
  return { ...assembleGraph(memories, options, called), stale }
}
