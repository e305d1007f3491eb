import type { Cell, LoadTestPageData } from './page-data.js'
import { judgedMetric } from './slowness.js'
import { msText } from './words.js'

type SlowReply = NonNullable<LoadTestPageData['slowestReplies']>[number]

const MOST = 5

/** The replies that took longest, as a table: what is judged of them comes first. No rows where none is known. */
export function slowestTable(data: LoadTestPageData): [titles: string[], rows: Cell[][]] {
  const isWhole = judgedMetric(data) === 'turn.complete'
  const [judged, other] = isWhole ? ['whole reply', 'first text'] : ['first text', 'whole reply']
  const rows = slowestOf(data).map((reply): Cell[] => {
    const { second, player, messageId, said = '–', sentAfterMs, firstTextMs, completeMs } = reply
    const [own, beside] = isWhole ? [completeMs, firstTextMs] : [firstTextMs, completeMs]
    return [
      { text: timeOrNone(own), note: `${isWhole ? 'first text' : 'came'} in second ${second}` },
      ...(hasWaited(sentAfterMs) ? partsOf(sentAfterMs, firstTextMs) : ['–', '–']),
      ...[timeOrNone(beside), player, messageId ?? '–', stepText(reply), said],
    ]
  })
  return [[judged, 'waited', 'answered in', other, 'player', 'message', 'step', 'asked'], rows]
}

const timeOrNone = (ms: number | null): string => (ms === null ? '–' : msText(ms))

const stepText = ({ scenario, step }: SlowReply): string =>
  [scenario, step]
    .filter((part) => part !== undefined)
    .join(', ')
    .replace(/^step /, '') || '–'

/** What says where the time of the slowest one went; undefined where its message is not known. */
export function whereCommand(data: LoadTestPageData): string | undefined {
  const id = slowestOf(data)[0]?.messageId
  return id ? `parley turns show ${id}` : undefined
}

/** Less is the load test's own. */
const hasWaited = (sentAfterMs: number): boolean => sentAfterMs >= 1

/** How long a player waited before the question could be asked, and how long the answer then took. */
const partsOf = (sentAfterMs: number, ms: number): string[] => [
  msText(sentAfterMs),
  msText(Math.max(0, ms - sentAfterMs)),
]

/** Those that took longest by what the page judges. */
function slowestOf(data: LoadTestPageData): SlowReply[] {
  const msOf = timeOf(data)
  return [...(data.slowestReplies ?? [])].sort((a, b) => msOf(b) - msOf(a)).slice(0, MOST)
}

const timeOf = (data: LoadTestPageData): ((reply: SlowReply) => number) =>
  judgedMetric(data) === 'turn.complete'
    ? ({ completeMs }) => completeMs ?? 0
    : ({ firstTextMs }) => firstTextMs

/**
 * Where the time of the slowest replies went: times begin when a turn was meant to begin, so that a player who still
 * waits for the reply before shows in them. Undefined where no such reply is known.
 */
export function timeWentInto(data: LoadTestPageData): 'replies' | 'waiting' | undefined {
  const slowest = slowestOf(data)
  if (slowest.length === 0) return undefined
  const msOf = timeOf(data)
  const all = slowest.reduce((sum, reply) => sum + msOf(reply), 0)
  const waited = slowest.reduce((sum, { sentAfterMs }) => sum + sentAfterMs, 0)
  return waited * 2 > all ? 'waiting' : 'replies'
}

/** Of the slowest of all how much was waiting, as a sentence; empty if it did not wait. */
export function partsText(data: LoadTestPageData): string {
  const [slowest] = slowestOf(data)
  if (slowest === undefined || !hasWaited(slowest.sentAfterMs)) return ''
  const ms = timeOf(data)(slowest)
  const [waited, answered] = partsOf(slowest.sentAfterMs, ms)
  const what = judgedMetric(data) === 'turn.complete' ? 'whole reply' : 'first text'
  return ` Of the ${msText(ms)} of the slowest ${what}, ${waited} were waiting; the answer itself took ${answered}.`
}
