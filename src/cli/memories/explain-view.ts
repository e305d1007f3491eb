import type { OperationResult } from '../../client/create-client.js'
import type { ExplainedMemory, ExplainedMiss, explainSearch } from '../../contract/memory-explain.js'
import type { TurnPrompt } from '../../contract/turn-prompts.js'
import { printable, printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderFields, renderTable, wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { shortIds } from './memory-view.js'

const INDENT = '   '

type SearchWeights = Pick<OperationResult<typeof explainSearch>, 'weights' | 'embeddings' | 'candidates'>

/** Renders each hit with the factors that determine its rank. */
export const renderExplanations = (
  terminal: Terminal,
  answer: OperationResult<typeof explainSearch>,
): string =>
  [
    wrapText(describeWeights(answer), terminal.width).join('\n'),
    ...answer.results.map((hit, index) => renderHit(terminal, hit, index + 1)),
  ].join('\n\n')

export const describeWeights = ({ weights, embeddings, candidates }: SearchWeights): string =>
  `${candidates} candidates; similarity = ${weights.lexical} × words + ${weights.cosine} × vectors (${embeddings})`

function renderHit(terminal: Terminal, hit: ExplainedMemory, rank: number): string {
  const inner = { ...terminal, width: terminal.width - INDENT.length }
  const [first = '', ...rest] = wrapText(printableLine(hit.content), inner.width, true)
  const fields = renderFields(inner, [['memory', `${hit.memoryId} (${hit.memoryType})`], ...scoreFields(hit)])
  const lines = [...rest, ...fields.split('\n')].map((line) => INDENT + line)
  return [`${rank}.`.padEnd(INDENT.length) + terminal.colour.bold(first), ...lines].join('\n')
}

/** The factors of a score; those that do not change it are omitted. */
export function scoreFields(hit: ExplainedMemory): [string, string][] {
  const factors = Object.entries(hit.factors).filter(affectsScore)
  const standing = Object.entries(hit.standing).filter(affectsScore)
  const product = [['similarity', hit.similarity] as const, ...factors]
    .map(([name, value]) => `${name} ${formatScore(value)}`)
    .join(' × ')
  return [
    ['score', `${formatScore(hit.score)} = ${product}`],
    ['similarity', `words ${formatScore(hit.lexical)}, vectors ${formatScore(hit.cosine)}`],
    ...(standing.length === 0
      ? []
      : [
          [
            'prior',
            standing.map(([name, value]) => `${name} ${formatScore(value)}`).join(', '),
          ] satisfies Field,
        ]),
    ...(hit.scoreRank === hit.chosenRank ? [] : [['rank', rankChange(hit)] satisfies Field]),
  ]
}

type Field = [string, string]

const rankChange = ({ scoreRank, chosenRank, redundancy }: ExplainedMemory): string =>
  chosenRank > scoreRank
    ? `${scoreRank} by score, ${chosenRank} because it repeats a better hit (${formatScore(redundancy)})`
    : `${scoreRank} by score, ${chosenRank} because others repeat better hits`

const affectsScore = ([, value]: readonly [string, number]): boolean => formatScore(value) !== '1.000'

export const formatScore = (value: number): string => value.toFixed(3)

/** Renders why a search did not find a memory, compared to the last hit. */
export function renderMiss(terminal: Terminal, miss: ExplainedMiss): string {
  const { explanation, lastHit, hurtMost, repeats, verdict } = miss
  const isBehind = verdict === 'below_limit' || verdict === 'repeats_another'
  return renderFields(terminal, [
    ['memory', explanation === null ? miss.memoryId : labelOf(explanation)],
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
      lastHit !== null && isBehind ? `${labelOf(lastHit)}, score ${formatScore(lastHit.score)}` : null,
    ],
    ['most like', repeats && isBehind ? `${repeats.memoryId} (${formatScore(repeats.similarity)})` : null],
    ['weights', describeWeights(miss)],
  ])
}

const labelOf = ({ content, memoryId }: ExplainedMemory): string => `${printableLine(content)} (${memoryId})`

const rank = ({ chosenRank }: ExplainedMemory, limit: number): [string, string] => [
  'rank',
  `${chosenRank} of ${limit} shown`,
]

type Given = TurnPrompt['given'][number]

/** Renders what the model was given, with the source of each entry, and the block of the prompt word for word. */
export function renderPrompt(terminal: Terminal, { messageId, at, given, block }: TurnPrompt): string {
  const heading = [`Message ${messageId}`, readableTime(at)].join('  ').trimEnd()
  if (given.length === 0) return heading
  const short = shortIds(given.map(sourceOf))
  const columns: readonly Column<Given>[] = [
    { title: 'KIND', value: ({ kind }) => kind },
    { title: 'FROM', value: (entry) => short(sourceOf(entry)) },
    { title: 'TEXT', value: ({ text }) => text, width: 'rest' },
  ]
  return [heading, renderTable(terminal, columns, given), printable(block)].join('\n\n')
}

const sourceOf = ({ id, sourceMemoryId }: Given): string => sourceMemoryId ?? id
