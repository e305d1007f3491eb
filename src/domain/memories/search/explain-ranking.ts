import type { ExplainedMemory } from '../../../contract/memory-explain.js'
import { priorFactorsOf } from '../../retrieval/factors.js'
import type { Hit } from '../../retrieval/rank.js'
import type { MemoryRecord } from '../record.js'
import { similarityOf } from '../search.js'
import { featuresOf, type Matches, rankMatches } from './match-memories.js'

type RankingExplainer = {
  /** All that came into question, in the order in which a search would choose them. */
  readonly chosen: readonly Hit<MemoryRecord>[]
  readonly scoreRankOf: (hit: Hit) => number
  readonly explain: (hit: Hit<MemoryRecord>) => ExplainedMemory
}

export function createRankingExplainer(matches: Matches): RankingExplainer {
  const chosen = rankMatches(matches, matches.candidates.length)
  const chosenRanks = new Map(chosen.map(({ candidate }, at) => [candidate.id, at + 1]))
  const byScore = [...chosen].sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1))
  const scoreRanks = new Map(byScore.map(({ candidate }, at) => [candidate.id, at + 1]))
  const scoreRankOf = ({ candidate }: Hit) => scoreRanks.get(candidate.id) ?? 0

  const explain = (hit: Hit<MemoryRecord>): ExplainedMemory => {
    const { candidate, relevance, factors, score, redundancy } = hit
    const { id, item, lexical, cosine } = candidate
    return {
      memoryId: id,
      content: item.content,
      memoryType: item.memoryType,
      score,
      similarity: similarityOf(relevance),
      lexical,
      cosine: Math.max(0, cosine),
      factors,
      standing: priorFactorsOf(featuresOf(item, matches.now)),
      redundancy,
      scoreRank: scoreRankOf(hit),
      chosenRank: chosenRanks.get(id) ?? 0,
    }
  }
  return { chosen, scoreRankOf, explain }
}
