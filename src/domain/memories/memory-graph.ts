import type { Static } from 'typebox'
import { type MemoryGraph, memoryGraph as operation } from '../../contract/memory-graph.js'
import type { CallerIdentity } from '../access.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { authorizeMemoryRead, type MemoryDeps } from './authorize.js'
import { assembleGraph } from './graph/assemble-graph.js'
import type { MemoryGraphCache } from './graph/memory-graph-cache.js'

const Query = operation.schema.querystring

type GraphDeps = MemoryDeps<never> & { readonly memoryGraphs: Pick<MemoryGraphCache, 'get'> }
type GraphRequest = { readonly pair: Pair; readonly query: Static<typeof Query> }

/** The active memories of a player by topic, optionally with the entities they mention. Does not count as a use. */
export async function memoryGraph(
  deps: GraphDeps,
  caller: CallerIdentity,
  { pair, query }: GraphRequest,
): Promise<MemoryGraph> {
  await authorizeMemoryRead(deps, caller, pair)
  const options = withDefaults(Query, query, ['includeEntities', 'includeCharacterMemories'])
  const { memories, stale } = await deps.memoryGraphs.get(pair)
  const character = await deps.characters.find(pair.characterId)
  const names = { playerId: pair.playerId, characterName: character?.name ?? '' }
  return { ...assembleGraph(memories, options, names), stale }
}
