import type { OperationResult } from '../../client/create-client.js'
import type { ExplainedMemory, explainSearch } from '../../contract/memory-explain.js'
import { printableLine } from '../output/printable.js'
import { renderFields, wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

const INDENT = '   '

type SearchWeights = Pick<OperationResult<typeof explainSearch>, 'weights' | 'embeddings' | 'candidates'>

/** Each hit with all that decides its place, as sums that a person can follow. */
export const renderExplanations = (
  terminal: Terminal,
  answer: OperationResult<typeof explainSearch>,
): string =>
  [
    wrapText(describeWeights(answer), terminal.width).join('\n'),
    ...answer.results.map((hit, index) => renderHit(terminal, hit, index + 1)),
  ].join('\n\n')

export const describeWeights = ({ weights, embeddings, candidates }: SearchWeights): string =>
  `${candidates} in question; similarity = ${weights.lexical} × words + ${weights.cosine} × vectors (${embeddings})`

function renderHit(terminal: Terminal, hit: ExplainedMemory, place: number): string {
  const inner = { ...terminal, width: terminal.width - INDENT.length }
  const [first = '', ...rest] = wrapText(printableLine(hit.content), inner.width, true)
  const fields = renderFields(inner, [['memory', `${hit.memoryId} (${hit.memoryType})`], ...scoreFields(hit)])
  const lines = [...rest, ...fields.split('\n')].map((line) => INDENT + line)
  return [`${place}.`.padEnd(INDENT.length) + terminal.colour.bold(first), ...lines].join('\n')
}

/** How the score comes about; what changes nothing is left out. */
export function scoreFields(hit: ExplainedMemory): [string, string][] {
  const factors = Object.entries(hit.factors).filter(changes)
  const standing = Object.entries(hit.standing).filter(changes)
  const score = [['similarity', hit.similarity] as const, ...factors]
    .map(([name, value]) => `${name} ${formatScore(value)}`)
    .join(' × ')
  return [
    ['score', `${formatScore(hit.score)} = ${score}`],
    ['similarity', `words ${formatScore(hit.lexical)}, vectors ${formatScore(hit.cosine)}`],
    ...(standing.length === 0
      ? []
      : [
          [
            'prior',
            standing.map(([name, value]) => `${name} ${formatScore(value)}`).join(', '),
          ] satisfies Field,
        ]),
    ...(hit.scoreRank === hit.chosenRank ? [] : [['place', moved(hit)] satisfies Field]),
  ]
}

type Field = [string, string]

const moved = ({ scoreRank, chosenRank, redundancy }: ExplainedMemory): string =>
  chosenRank > scoreRank
    ? `${scoreRank} by score, ${chosenRank} because it repeats a better one (${formatScore(redundancy)})`
    : `${scoreRank} by score, ${chosenRank} because others repeat better ones`

const changes = ([, value]: readonly [string, number]): boolean => formatScore(value) !== '1.000'

export const formatScore = (value: number): string => value.toFixed(3)
