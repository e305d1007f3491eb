import type { ExplainedMemory } from '../../../contract/memory-explain.js'
import { priorFactorsOf } from '../../retrieval/factors.js'
import type { Hit } from '../../retrieval/rank.js'
import { similarityOf } from '../search.js'
import { featuresOf, type Matches, rankMatches } from './match-memories.js'

type RankingExplainer = {
  /** All that came into question, in the order in which a search would choose them. */
  readonly chosen: readonly Hit[]
  readonly scoreRankOf: (hit: Hit) => number
  readonly explain: (hit: Hit) => ExplainedMemory
}

const NEUTRAL = { retrievability: 1, importance: 1, confidence: 1, use: 1, layer: 1 }

export function createRankingExplainer(matches: Matches): RankingExplainer {
  const chosen = rankMatches(matches, matches.candidates.length)
  const chosenRanks = new Map(chosen.map(({ candidate }, at) => [candidate.id, at + 1]))
  const byScore = [...chosen].sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1))
  const scoreRanks = new Map(byScore.map(({ candidate }, at) => [candidate.id, at + 1]))
  const scoreRankOf = ({ candidate }: Hit) => scoreRanks.get(candidate.id) ?? 0

  const explain = (hit: Hit): ExplainedMemory => {
    const { candidate, relevance: rel, factors, score, redundancy } = hit
    const facts = featuresOf(matches.records.get(candidate.id), matches.now)
    return {
      memoryId: candidate.id,
      content: matches.records.get(candidate.id)?.content ?? '',
      memoryType: matches.records.get(candidate.id)?.memoryType ?? 'fact',
      score,
      similarity: similarityOf(rel),
      lexical: candidate.lexical,
      cosine: Math.max(0, candidate.cosine),
      factors,
      standing: facts === undefined ? NEUTRAL : priorFactorsOf(facts),
      redundancy,
      scoreRank: scoreRankOf(hit),
      chosenRank: chosenRanks.get(candidate.id) ?? 0,
    }
  }
  return { chosen, scoreRankOf, explain }
}
