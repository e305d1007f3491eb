import {
  type ExplainedMemory,
  type ExplainedMiss,
  type MemoryVerdict,
  RANK_FACTORS,
  type RankFactor,
} from '../../contract/memory-explain.js'
import { type SearchMemories, SearchMemoriesSchema } from '../../contract/memory-views.js'
import type { CallerIdentity } from '../access.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import type { Hit } from '../retrieval/rank.js'
import { createSimilarity } from '../retrieval/similarity.js'
import { authorizeMemoryRead, findMemory, type MemoryDeps } from './authorize.js'
import type { MemoryRecord } from './record.js'
import { createRankingExplainer } from './search/explain-ranking.js'
import { type MatchDeps, matchMemories } from './search/match-memories.js'
import { inAnswerOrder } from './search.js'

type ExplainDeps = MemoryDeps<'find'> & MatchDeps
type ExplainRequest = { readonly pair: Pair; readonly id: string; readonly input: SearchMemories }

/** Explains why a search returns a memory, or why it does not. */
export async function explainMemory(
  deps: ExplainDeps,
  caller: CallerIdentity,
  { pair, id, input }: ExplainRequest,
): Promise<ExplainedMiss> {
  await authorizeMemoryRead(deps, caller, pair)
  const memory = await findMemory(deps, pair, id)
  const { query, limit } = withDefaults(SearchMemoriesSchema, input, ['limit'])
  const matches = await matchMemories(deps, pair, query)
  const { chosen, explain, scoreRankOf } = createRankingExplainer(matches)

  const at = chosen.findIndex(({ candidate }) => candidate.id === id)
  const own = chosen[at]
  const within = chosen.slice(0, limit)
  const verdict = verdictOf({ memory, own, at, limit, scoreRankOf, candidates: chosen.length })
  const last = within.at(-1)
  const lastHit = last === undefined ? null : explain(last)
  const explanation = own === undefined ? null : explain(own)
  const isBehind = verdict === 'below_limit' || verdict === 'repeats_another'
  const { weights, embeddings, candidates } = matches
  return {
    memoryId: id,
    query,
    limit,
    weights,
    embeddings,
    candidates: candidates.length,
    status: memory.status,
    supersededBy: memory.supersededBy,
    verdict,
    reason: sentenceOf(verdict, memory),
    explanation,
    lastHit,
    hurtMost: isBehind && explanation !== null && lastHit !== null ? worstOf(explanation, lastHit) : null,
    repeats: own === undefined ? null : mostAlike(own, within),
  }
}

/** Candidates taken from the lexical ranking, and as many from the vector ranking. */
const CANDIDATES_PER_RANKING = 100

type VerdictInput = {
  readonly memory: MemoryRecord
  readonly own: Hit | undefined
  readonly at: number
  readonly limit: number
  readonly scoreRankOf: (hit: Hit) => number
  readonly candidates: number
}

function verdictOf({ memory, own, at, limit, scoreRankOf, candidates }: VerdictInput): MemoryVerdict {
  if (memory.status !== 'active') return 'not_active'
  // With fewer candidates than that, everything that matched is a candidate.
  if (own === undefined) return candidates < CANDIDATES_PER_RANKING ? 'no_match' : 'not_a_candidate'
  if (own.relevance <= 0) return 'no_match'
  if (at < limit) return 'returned'
  return scoreRankOf(own) <= limit ? 'repeats_another' : 'below_limit'
}

const SENTENCES: Readonly<Record<Exclude<MemoryVerdict, 'not_active'>, string>> = {
  returned: 'It comes up.',
  not_a_candidate: 'It is among the best 100 neither by words nor by vectors.',
  no_match: 'Neither its words nor its vector have anything in common with the query.',
  below_limit: 'Others rank higher, and the limit is reached before it.',
  repeats_another: 'It ranks high enough, but gives way because it repeats one that was chosen.',
}

function sentenceOf(verdict: MemoryVerdict, { status, reason }: MemoryRecord): string {
  if (verdict !== 'not_active') return SENTENCES[verdict]
  return `Only active memories are searched, and it is ${status}${reason === null ? '' : ` (${reason})`}.`
}

/** The factor in which the memory is furthest behind the last hit; null when it is behind in none. */
function worstOf(own: ExplainedMemory, lastHit: ExplainedMemory): ExplainedMiss['hurtMost'] {
  const compared = RANK_FACTORS.map((factor) => ({
    factor,
    own: factorOf(own, factor),
    ofLastHit: factorOf(lastHit, factor),
  }))
  const [worst] = compared
    .filter(({ own: mine, ofLastHit }) => mine < ofLastHit)
    .sort((a, b) => a.own / a.ofLastHit - b.own / b.ofLastHit)
  return worst ?? null
}

function factorOf({ similarity, factors, standing }: ExplainedMemory, factor: RankFactor): number {
  if (factor === 'similarity') return similarity
  return { ...factors, ...standing }[factor]
}

/** The chosen hit most similar to the memory, apart from itself. */
function mostAlike(own: Hit, chosen: readonly Hit[]): ExplainedMiss['repeats'] {
  const likenessOf = createSimilarity()(own.candidate)
  const [nearest] = chosen
    .filter(({ candidate }) => candidate.id !== own.candidate.id)
    .map(({ candidate }) => ({
      memoryId: candidate.id,
      similarity: likenessOf(candidate),
    }))
    .sort((a, b) => b.similarity - a.similarity)
  return nearest ?? null
}

type ExplainSearchDeps = MemoryDeps<'find'> & MatchDeps
type SearchRequest = { readonly pair: Pair; readonly input: SearchMemories }
type ExplainedSearch = {
  readonly query: string
  readonly limit: number
  readonly weights: { readonly lexical: number; readonly cosine: number }
  readonly embeddings: string
  readonly candidates: number
  readonly results: ExplainedMemory[]
  readonly total: number
}

/** The same results as `searchMemories`, each with all factors of its rank. */
export async function explainSearch(
  deps: ExplainSearchDeps,
  caller: CallerIdentity,
  { pair, input }: SearchRequest,
): Promise<ExplainedSearch> {
  await authorizeMemoryRead(deps, caller, pair)
  const { query, limit } = withDefaults(SearchMemoriesSchema, input, ['limit'])
  const matches = await matchMemories(deps, pair, query)
  const { explain, chosen } = createRankingExplainer(matches)
  const results = inAnswerOrder(chosen.slice(0, limit)).map(explain)
  const { weights, embeddings, candidates } = matches
  return { query, limit, weights, embeddings, candidates: candidates.length, results, total: results.length }
}
