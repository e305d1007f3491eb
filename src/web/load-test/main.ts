import { buildCharts, drawChart } from './charts.js'
import type { LoadTestPageData, MetricRow } from './page-data.js'

const byId = <T extends HTMLElement = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as T

function start(data: LoadTestPageData): void {
  document.title = `Load test: ${data.scenario}`
  byId('title').textContent = document.title
  byId('summary').textContent = summaryOf(data)
  byId('verdicts').append(...verdictsOf(data))
  byId('metrics').append(...tableOf(METRIC_TITLES, data.metrics.map(metricCells)))
  byId('charts').append(...buildCharts(data).map(drawChart))
  if (data.comparison === null) return
  byId('comparison').hidden = false
  byId('changes').append(
    ...tableOf(
      ['metric', 'statistic', 'base', 'now', 'ratio'],
      data.comparison.map(({ metric, statistic, base, value, ratio }) => [
        metric,
        statistic,
        short(base),
        short(value),
        ratio === null ? '-' : ratio.toFixed(2),
      ]),
    ),
  )
}

const summaryOf = ({ target, startedAt, durationMs, warmupMs, generator }: LoadTestPageData): string =>
  `${target}, ${new Date(startedAt).toLocaleString()}, ${durationMs / 1000} s of which the first ${warmupMs / 1000} s are not counted; ${generator.processes} generating, at most ${generator.eventLoopP99Ms.toFixed(1)} ms late (p99)`

function verdictsOf({ isValid, thresholds }: LoadTestPageData): HTMLElement[] {
  const verdicts = [
    ...(isValid ? [] : [{ text: 'Not valid: the generator was late itself', isGood: false }]),
    ...thresholds.map(({ threshold, value, isMet }) => ({
      text: `${isMet ? 'Met' : 'Failed'}: ${threshold} (${value === null ? 'nothing measured' : short(value)})`,
      isGood: isMet,
    })),
  ]
  const all = verdicts.length > 0 ? verdicts : [{ text: 'No thresholds were set', isGood: true }]
  return all.map(({ text, isGood }) => {
    const item = document.createElement('li')
    item.className = isGood ? 'good' : 'bad'
    item.textContent = text
    return item
  })
}

const TIMES = ['p50', 'p90', 'p95', 'p99', 'p999', 'max'] as const
const METRIC_TITLES = ['metric', 'count', 'errors', 'per second', ...TIMES]

const metricCells = (row: MetricRow): string[] => [
  row.metric,
  String(row.count),
  Object.entries(row.errors)
    .map(([error, times]) => `${times} ${error}`)
    .join(', ') || '0',
  short(row.perSecond),
  ...TIMES.map((time) => short(row[time])),
]

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): HTMLElement[] {
  const line = (cells: readonly string[], kind: 'th' | 'td') => {
    const row = document.createElement('tr')
    for (const text of cells) row.append(Object.assign(document.createElement(kind), { textContent: text }))
    return row
  }
  const head = document.createElement('thead')
  head.append(line(titles, 'th'))
  const body = document.createElement('tbody')
  body.append(...rows.map((row) => line(row, 'td')))
  return [head, body]
}

const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)

start(JSON.parse(byId('data').textContent ?? '{}'))
