import { buildCharts, drawChart, drawPercentiles } from './charts.js'
import { CHANGE_TITLES, changeCells, comparisonText } from './comparison.js'
import type { LoadTestPageData, MetricRow } from './page-data.js'
import { fillTable, short } from './tables.js'

const byId = <T extends HTMLElement = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as T

function start(data: LoadTestPageData): void {
  document.title = `Load test: ${data.scenario}, ${outcomeOf(data)}`
  byId('title').textContent = document.title
  byId('summary').textContent = summaryOf(data)
  const failures = failuresOf(data)
  byId('verdicts-title').textContent = titleOf(data)
  byId('verdicts').append(...failures.map((text) => verdict(text, false)), ...metOf(data))
  showUnexpectedReplies(data)
  fillTable(byId('metrics'), METRIC_TITLES, data.metrics.map(metricCells))
  const percentiles = drawPercentiles(data.metrics)
  byId('percentiles').hidden = percentiles === null
  if (percentiles !== null) byId('percentiles').append(percentiles)
  byId('warm-up').hidden = data.warmupMs === 0
  byId('warm-up').textContent = `Shaded: the first ${data.warmupMs / 1000} s, which do not count.`
  byId('charts').append(...buildCharts(data).map((chart) => drawChart(chart, data.warmupMs)))
  for (const box of document.querySelectorAll<HTMLElement>('.wide')) letScrollByKeyboard(box)
  if (data.comparison === null) return
  byId('comparison').hidden = false
  byId('difference').textContent = comparisonText(data.comparison)
  fillTable(byId('changes'), CHANGE_TITLES, data.comparison.map(changeCells))
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
  byId('examples').append(
    ...unexpectedReplies.map(({ expected, got }) => {
      const list = document.createElement('dl')
      list.append(term('expected', expected), term('got', got))
      return list
    }),
  )
}

function outcomeOf({ isValid, thresholds }: LoadTestPageData): string {
  if (!isValid) return 'not valid'
  return thresholds.every(({ isMet }) => isMet) ? 'passed' : 'failed'
}

function titleOf({ isValid, thresholds }: LoadTestPageData): string {
  if (thresholds.some(({ isMet }) => !isMet)) return 'Why it failed'
  return isValid ? 'Verdict' : 'Why it does not count'
}

/** What is wider than the page is a group with a name that can have the focus: then the arrow keys scroll it. */
function letScrollByKeyboard(box: HTMLElement): void {
  box.tabIndex = 0
  box.setAttribute('role', 'group')
  box.setAttribute('aria-label', box.parentElement?.querySelector('h2')?.textContent ?? 'Table')
}

const summaryOf = ({ target, startedAt, durationMs, warmupMs, generator }: LoadTestPageData): string =>
  [
    `${target}, ${new Date(startedAt).toLocaleString()}, ${durationMs / 1000} s`,
    ...(warmupMs > 0 ? [`the first ${warmupMs / 1000} s do not count`] : []),
    `${generator.processes === 1 ? 'one process' : `${generator.processes} processes`} made the load, at most ${generator.eventLoopP99Ms.toFixed(1)} ms late (p99)`,
  ].join('; ')

/** What went wrong, the worst first: a generator that was late itself, thresholds, then errors as far as the run failed. */
function failuresOf({ isValid, generator, thresholds, metrics }: LoadTestPageData): string[] {
  const missed = thresholds.filter(({ isMet }) => !isMet)
  if (isValid && missed.length === 0) return []
  const errors = metrics.flatMap((row) =>
    Object.entries(row.errors).map(([error, times]) => ({ ...row, error, times })),
  )
  return [
    ...(isValid
      ? []
      : [
          `Not valid: the load test itself was ${short(generator.eventLoopP99Ms)} ms late (p99). Ask for less, or for more --processes`,
        ]),
    ...missed.map(
      ({ threshold, value }) =>
        `Failed: ${threshold} (${value === null ? 'nothing measured' : short(value)})`,
    ),
    ...errors
      .sort((a, b) => b.times - a.times)
      .slice(0, MOST_ERRORS)
      .map(({ metric, error, times, count, errors: all }) => {
        const total = Object.values(all).reduce((sum, one) => sum + one, count)
        return `${times} of ${total} (${short((100 * times) / total)} %) ${metric}: ${MEANINGS[error] ?? error}`
      }),
  ]
}

const MOST_ERRORS = 5

/** What the causes of failed turns mean (docs/loadtest.md). */
const MEANINGS: Readonly<Record<string, string>> = {
  unexpected: 'the reply was not what the script expects',
  model_failed: 'the language model failed',
}

function metOf({ isValid, thresholds }: LoadTestPageData): HTMLElement[] {
  if (thresholds.length === 0 && isValid) return [verdict('No thresholds were set', true)]
  return thresholds
    .filter(({ isMet }) => isMet)
    .map(({ threshold, value }) =>
      verdict(`Met: ${threshold} (${value === null ? 'nothing measured' : short(value)})`, true),
    )
}

function verdict(text: string, isGood: boolean): HTMLElement {
  const item = document.createElement('li')
  item.className = isGood ? 'good' : 'bad'
  item.textContent = text
  return item
}

const TIMES = ['p50', 'p90', 'p95', 'p99', 'p999', 'max'] as const
const METRIC_TITLES = ['metric', 'count', 'errors', 'per second', 'p50', 'p90', 'p95', 'p99', 'p99.9', 'max']

const metricCells = (row: MetricRow): string[] => [
  row.metric,
  String(row.count),
  Object.entries(row.errors)
    .map(([error, times]) => `${times} ${error}`)
    .join(', ') || '0',
  short(row.perSecond),
  ...TIMES.map((time) => short(row[time])),
]

start(JSON.parse(byId('data').textContent ?? '{}'))
