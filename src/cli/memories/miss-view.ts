import type { ExplainedMemory, ExplainedMiss } from '../../contract/memory-explain.js'
import { printableLine } from '../output/printable.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { describeWeights, formatScore, scoreFields } from './explain-view.js'

/** Why a memory did not come up, beside what it had to beat. */
export function renderMiss(terminal: Terminal, miss: ExplainedMiss): string {
  const { explanation, lastHit, hurtMost, repeats, verdict } = miss
  const isBehind = verdict === 'below_limit' || verdict === 'repeats_another'
  return renderFields(terminal, [
    ['memory', explanation === null ? miss.memoryId : named(explanation)],
    ['status', miss.status],
    ['superseded by', miss.supersededBy],
    ['verdict', `${verdict.replaceAll('_', ' ')}: ${miss.reason}`],
    ...(explanation === null ? [] : [rank(explanation, miss.limit), ...scoreFields(explanation)]),
    [
      'behind in',
      hurtMost &&
        `${hurtMost.factor}: ${formatScore(hurtMost.own)} against ${formatScore(hurtMost.ofLastHit)}`,
    ],
    [
      'had to beat',
      lastHit !== null && isBehind ? `${named(lastHit)}, score ${formatScore(lastHit.score)}` : null,
    ],
    ['most like', repeats && isBehind ? `${repeats.memoryId} (${formatScore(repeats.similarity)})` : null],
    ['weighed', describeWeights(miss)],
  ])
}

const named = ({ content, memoryId }: ExplainedMemory): string => `${printableLine(content)} (${memoryId})`

const rank = ({ chosenRank }: ExplainedMemory, limit: number): [string, string] => [
  'place',
  `${chosenRank} of ${limit} shown`,
]
