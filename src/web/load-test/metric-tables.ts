import type { Cell, LoadTestPageData, MetricRow } from './page-data.js'
import { capitalised, LEAST, metricText, numberText, UNWANTED } from './words.js'

const TIMES = ['p50', 'p90', 'p95', 'p99', 'p999', 'max'] as const

export const METRIC_TITLES = [
  ...['metric', 'went well', 'failed', 'per second'],
  ...['p50', 'p90', 'p95', 'p99', 'p99.9', 'max'],
]

/** Players who come once do not come at a rate. */
export const metricCells =
  (load: LoadTestPageData['load']) =>
  (row: MetricRow): Cell[] => {
    const { metric, count, perSecond } = row
    const isCount = UNWANTED.has(metric)
    return [
      nameCell(metric),
      isCount ? '–' : String(count),
      failedCell(row),
      load === 'players' && metric.startsWith('session.') ? '–' : perSecond.toFixed(2),
      ...TIMES.map((time) => (isCount || count < LEAST[time] ? '–' : numberText(row[time]))),
    ]
  }

/** What a metric is called everywhere on the page, and below it in scenarios and in the JSON. */
export function nameCell(metric: string): Cell {
  const text = capitalised(metricText(metric))
  return { text, note: metric.startsWith('http.') || text === metric ? '' : metric }
}

function failedCell({ metric, count, errors }: MetricRow): Cell {
  if (UNWANTED.has(metric)) return String(count)
  const failed = Object.values(errors).reduce((sum, times) => sum + times, 0)
  if (failed === 0) return '0'
  const causes = Object.entries(errors).map(([error, times]) => `${times} ${error}`)
  const share = numberText((100 * failed) / (failed + count))
  return { text: `${causes.join(', ')} (${share} %)`, judgement: 'worse' }
}

export const CHECK_TITLES = ['check', 'expects', 'passed', 'failed', 'came instead']

type Check = NonNullable<LoadTestPageData['checks']>[number]

export function checkCells({ kind, check, expected, labels, passes, failures, got }: Check): Cell[] {
  const where = Object.entries(labels).map(([label, value]) => `${label} ${value}`)
  const share = numberText((100 * failures) / Math.max(1, passes + failures))
  return [
    { text: check, note: where.join(', ') },
    `${kind} ${expected}`,
    String(passes),
    failures === 0 ? '0' : { text: `${failures} (${share} %)`, judgement: 'worse' },
    failures === 0 ? '–' : [...new Set(got)].join(' | ') || '(no text)',
  ]
}
