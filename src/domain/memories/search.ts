import { type SearchMemories, SearchMemoriesSchema } from '../../contract/memory-views.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import type { Hit } from '../retrieval/rank.js'
import { authorizeMemoryRead, type CallerIdentity, type MemoryDeps } from './authorize.js'
import { type MatchDeps, matchMemories, rankMatches } from './search/match-memories.js'

type SearchDeps = MemoryDeps<'find'> & MatchDeps
type Asked = { readonly pair: Pair; readonly input: SearchMemories }
type Found = {
  readonly results: { readonly memoryId: string; readonly similarity: number; readonly content: string }[]
  readonly query: string
  readonly total: number
}

/**
 * The active memories of a player that fit a question, the most similar first. A read: it strengthens nothing and is
 * counted nowhere.
 */
export async function searchMemories(
  deps: SearchDeps,
  caller: CallerIdentity,
  { pair, input }: Asked,
): Promise<Found> {
  await authorizeMemoryRead(deps, caller, pair)
  const { query, limit } = withDefaults(SearchMemoriesSchema, input, ['limit'])
  const matches = await matchMemories(deps, pair, query)
  const results = inAnswerOrder(rankMatches(matches, limit)).map(({ candidate, relevance: rel }) => ({
    memoryId: candidate.id,
    similarity: similarityOf(rel),
    content: matches.records.get(candidate.id)?.content ?? '',
  }))
  return { results, query, total: results.length }
}

/** What was chosen, in the order of the answer: the most similar first, nothing that does not fit at all. */
export const inAnswerOrder = (hits: readonly Hit[]): Hit[] =>
  hits.filter(({ relevance: rel }) => rel > 0).sort((a, b) => b.relevance - a.relevance)

export const similarityOf = (rel: number): number => Math.min(1, rel)
