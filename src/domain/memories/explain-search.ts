import type { ExplainedMemory } from '../../contract/memory-explain.js'
import { type SearchMemories, SearchMemoriesSchema } from '../../contract/memory-views.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { authorizeMemoryRead, type CallerIdentity, type MemoryDeps } from './authorize.js'
import { createRankingExplainer } from './search/explain-ranking.js'
import { type MatchDeps, matchMemories } from './search/match-memories.js'
import { inAnswerOrder } from './search.js'

type ExplainDeps = MemoryDeps<'find'> & MatchDeps
type Asked = { readonly pair: Pair; readonly input: SearchMemories }
type Explained = {
  readonly query: string
  readonly limit: number
  readonly weights: { readonly lexical: number; readonly cosine: number }
  readonly embeddings: string
  readonly candidates: number
  readonly results: ExplainedMemory[]
  readonly total: number
}

/** What `searchMemories` answers, each hit with everything that decided its place. */
export async function explainSearch(
  deps: ExplainDeps,
  caller: CallerIdentity,
  { pair, input }: Asked,
): Promise<Explained> {
  await authorizeMemoryRead(deps, caller, pair)
  const { query, limit } = withDefaults(SearchMemoriesSchema, input, ['limit'])
  const matches = await matchMemories(deps, pair, query)
  const { explain, chosen } = createRankingExplainer(matches)
  const results = inAnswerOrder(chosen.slice(0, limit)).map(explain)
  const { weights, embeddings, candidates } = matches
  return { query, limit, weights, embeddings, candidates: candidates.length, results, total: results.length }
}
