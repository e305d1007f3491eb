import { type SearchMemories, SearchMemoriesSchema } from '../../contract/memory-views.js'
import type { CallerIdentity } from '../access.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import type { Hit } from '../retrieval/rank.js'
import { authorizeMemoryRead, type MemoryDeps } from './authorize.js'
import { type MatchDeps, matchMemories, rankMatches } from './search/match-memories.js'

type SearchDeps = MemoryDeps<'find'> & MatchDeps
type SearchRequest = { readonly pair: Pair; readonly input: SearchMemories }
type SearchResults = {
  readonly results: { readonly memoryId: string; readonly similarity: number; readonly content: string }[]
  readonly query: string
  readonly total: number
}

/** The active memories of a player that match a query, the most similar first. Does not count as a use. */
export async function searchMemories(
  deps: SearchDeps,
  caller: CallerIdentity,
  { pair, input }: SearchRequest,
): Promise<SearchResults> {
  await authorizeMemoryRead(deps, caller, pair)
  const { query, limit } = withDefaults(SearchMemoriesSchema, input, ['limit'])
  const matches = await matchMemories(deps, pair, query)
  const results = inAnswerOrder(rankMatches(matches, limit)).map(({ candidate, relevance }) => ({
    memoryId: candidate.id,
    similarity: similarityOf(relevance),
    content: candidate.item.content,
  }))
  return { results, query, total: results.length }
}

/** Sorts hits by relevance, highest first, and drops those without any. */
export const inAnswerOrder = <Item>(hits: readonly Hit<Item>[]): Hit<Item>[] =>
  hits.filter(({ relevance }) => relevance > 0).sort((a, b) => b.relevance - a.relevance)

export const similarityOf = (relevance: number): number => Math.min(1, relevance)
