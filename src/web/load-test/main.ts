import { buildCharts, drawChart } from './charts.js'
import {
  baseText,
  CHANGE_TITLES,
  changeCells,
  comparable,
  comparisonText,
  sortChanges,
} from './comparison.js'
import { momentsText } from './moments.js'
import type { LoadTestPageData, MetricRow } from './page-data.js'
import { drawPercentiles } from './percentiles.js'
import { type Cell, fillTable } from './tables.js'
import { invalidText, outcomeOf, titleOf, type Verdict, verdictsOf } from './verdict.js'
import { LEAST, metricText, numberText, timeText, UNWANTED } from './words.js'

const byId = <T extends HTMLElement = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as T

function start(data: LoadTestPageData): void {
  document.title = `Load test: ${data.scenario}, ${outcomeOf(data)}`
  byId('title').textContent = document.title
  byId('summary').textContent = summaryOf(data)
  byId('verdicts-title').textContent = titleOf(data)
  byId('verdicts').append(...verdictsOf(data).map(verdictItem))
  showText('invalid', invalidText(data) ?? '')
  showText('moments', momentsText(data))
  showUnexpectedReplies(data)
  fillTable(byId('metrics'), METRIC_TITLES, data.metrics.map(metricCells))
  const percentiles = drawPercentiles(data)
  byId('percentiles').hidden = percentiles === null
  if (percentiles !== null) byId('percentiles').append(percentiles)
  showText(
    'warm-up',
    data.warmupMs === 0 ? '' : `Shaded: the first ${data.warmupMs / 1000} s, which do not count.`,
  )
  byId('charts').append(...buildCharts(data).map((chart) => drawChart(chart, data.warmupMs)))
  for (const box of document.querySelectorAll<HTMLElement>('.wide')) letScrollByKeyboard(box)
  if (data.comparison === null) return
  byId('comparison').hidden = false
  showText('base', baseText(data))
  const changes = comparable(data.comparison)
  const left = data.comparison.length - changes.length
  const leftOut = left === 0 ? '' : ` Percentiles of too few measurements are left out: ${left}.`
  byId('difference').textContent = comparisonText(changes) + leftOut
  // In a narrow window each row takes five lines; what matters of them is said above.
  byId<HTMLDetailsElement>('all-changes').open = !matchMedia('(max-width: 700px)').matches
  fillTable(byId('changes'), CHANGE_TITLES, sortChanges(changes).map(changeCells))
}

function showText(id: string, text: string): void {
  byId(id).hidden = text === ''
  byId(id).textContent = text
}

/** What the first replies should have been, and what they were: the cause alone does not tell what to mend. */
function showUnexpectedReplies({ unexpectedReplies }: LoadTestPageData): void {
  byId('replies').hidden = unexpectedReplies.length === 0
  const term = (name: string, text: string) => {
    const pair = document.createElement('div')
    pair.append(
      Object.assign(document.createElement('dt'), { textContent: name }),
      Object.assign(document.createElement('dd'), { textContent: text || '(no text)', dir: 'auto' }),
    )
    return pair
  }
  // What came again and again stands once.
  const same = new Map<string, typeof unexpectedReplies>()
  for (const reply of unexpectedReplies) {
    const key = JSON.stringify([reply.expected, reply.got])
    same.set(key, [...(same.get(key) ?? []), reply])
  }
  byId('examples').append(
    ...[...same.values()].map((replies) => {
      const list = document.createElement('dl')
      const seconds = [...new Set(replies.flatMap(({ second }) => second ?? []))].join(', ')
      const times = replies.length === 1 ? '' : ` (${replies.length} times)`
      list.append(term('expected', replies[0]?.expected ?? ''), term('got', replies[0]?.got ?? ''))
      if (seconds !== '') list.append(term('in second', seconds + times))
      return list
    }),
  )
}

/** What is wider than the page is a group with a name that can have the focus: then the arrow keys scroll it. */
function letScrollByKeyboard(box: HTMLElement): void {
  box.tabIndex = 0
  box.setAttribute('role', 'group')
  box.setAttribute('aria-label', box.closest('section')?.querySelector('h2')?.textContent ?? 'Table')
}

const summaryOf = ({ target, startedAt, durationMs, warmupMs, generator }: LoadTestPageData): string =>
  [
    `${target}, ${timeText(startedAt)}, ${durationMs / 1000} s`,
    ...(warmupMs > 0 ? [`the first ${warmupMs / 1000} s do not count`] : []),
    `${generator.processes === 1 ? 'one process' : `${generator.processes} processes`} made the load, at most ${numberText(generator.eventLoopP99Ms)} ms late (p99)`,
  ].join('; ')

function verdictItem({ text, source, isGood }: Verdict): HTMLElement {
  const item = document.createElement('li')
  item.className = isGood ? 'good' : 'bad'
  item.textContent = text
  if (source !== undefined)
    item.append(' ', Object.assign(document.createElement('code'), { textContent: source }))
  return item
}

const TIMES = ['p50', 'p90', 'p95', 'p99', 'p999', 'max'] as const
const METRIC_TITLES = [
  ...['metric', 'went well', 'failed', 'per second'],
  ...['p50', 'p90', 'p95', 'p99', 'p99.9', 'max'],
]

function failedCell({ metric, count, errors }: MetricRow): Cell {
  if (UNWANTED.has(metric)) return String(count)
  const failed = Object.values(errors).reduce((sum, times) => sum + times, 0)
  if (failed === 0) return '0'
  const causes = Object.entries(errors).map(([error, times]) => `${times} ${error}`)
  const share = numberText((100 * failed) / (failed + count))
  return { text: `${causes.join(', ')} (${share} %)`, judgement: 'worse' }
}

function metricCells(row: MetricRow): Cell[] {
  const { metric, count, perSecond } = row
  const isCount = UNWANTED.has(metric)
  const text = metricText(metric)
  return [
    { text: metric, note: text === metric || metric.startsWith('http.') ? '' : text },
    isCount ? '–' : String(count),
    failedCell(row),
    perSecond.toFixed(2),
    ...TIMES.map((time) => (isCount || count < LEAST[time] ? '–' : row[time].toFixed(1))),
  ]
}

start(JSON.parse(byId('data').textContent ?? '{}'))
