import { countErrors, type LoadTestResult, type SecondResult } from '../../loadtest/results/result.js'
import { MAX_GENERATOR_LAG_MS } from '../../loadtest/run-load-test.js'
import { printableLine } from '../output/printable.js'
import { renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { checkLines, formatFigure, submetricLines } from './breakdown-view.js'

/** One line about one second of a run. */
export const secondLine = ({
  second,
  sessions = 0,
  turnsInFlight = 0,
  turns,
  errors,
  firstTextP95Ms,
}: SecondResult): string =>
  `${String(second).padStart(4)} s  ${sessions} sessions  ${turnsInFlight} turns in flight  ${turns} turns/s  first text p95 ${
    firstTextP95Ms === null ? '-' : `${formatFigure(firstTextP95Ms)} ms`
  }${errors === 0 ? '' : `  ${errors} errors`}`

/** The result of a run as text for a terminal. */
export const renderResult = (terminal: Terminal, result: LoadTestResult): string =>
  [
    renderMetrics(terminal, result.metrics),
    ...submetricLines(terminal, result),
    ...checkLines(terminal, result),
    ...errorLines(result),
    ...failureLines(result),
    ...replyLines(result),
    ...verdictLines(terminal, result),
    ...(result.comparison === null ? [] : [renderComparison(terminal, result.comparison)]),
  ].join('\n\n')

const renderMetrics = (terminal: Terminal, metrics: LoadTestResult['metrics']): string =>
  renderTable(
    terminal,
    [
      { title: 'METRIC (ms)', value: ({ metric }) => metric },
      { title: 'COUNT', value: ({ count }) => String(count) },
      { title: 'ERR', value: (metric) => String(countErrors(metric)) },
      { title: '/S', value: ({ perSecond }) => formatFigure(perSecond) },
      { title: 'P50', value: ({ p50 }) => formatFigure(p50) },
      { title: 'P95', value: ({ p95 }) => formatFigure(p95) },
      { title: 'P99', value: ({ p99 }) => formatFigure(p99) },
      { title: 'MAX', value: ({ max }) => formatFigure(max) },
    ],
    metrics,
  )

function errorLines({ metrics }: LoadTestResult): string[] {
  const lines = metrics.flatMap(({ metric, errors }) =>
    Object.entries(errors).map(([error, times]) => `${metric}: ${times} × ${error}`),
  )
  return lines.length === 0 ? [] : [lines.join('\n')]
}

/** The service's error messages for failed turns. */
function failureLines({ failures }: LoadTestResult): string[] {
  const lines = failures.flatMap(({ error, count, message }) =>
    message === null
      ? []
      : [`${count} ${count === 1 ? 'turn' : 'turns'} failed with ${error}: ${printableLine(message)}`],
  )
  return lines.length === 0 ? [] : [lines.join('\n')]
}

/** Of results without checks, which show the same replies. */
function replyLines({ checks, unexpectedReplies }: LoadTestResult): string[] {
  if (checks !== undefined) return []
  const lines = unexpectedReplies.map(
    ({ expected, got }) => `  expected  ${printableLine(expected)}\n  got       ${printableLine(got)}`,
  )
  return lines.length === 0 ? [] : [['The first replies that were not as expected:', ...lines].join('\n')]
}

function verdictLines({ colour }: Terminal, { thresholds, isValid, generator }: LoadTestResult): string[] {
  const late = `not valid  the load test itself was ${formatFigure(generator.eventLoopP99Ms)} ms late (p99; at most ${MAX_GENERATOR_LAG_MS}): ask for less, or more --processes`
  const lines = [
    ...thresholds.map(({ threshold, value, isMet }) => {
      const measured = value === null ? 'nothing was measured' : formatFigure(value)
      return `${isMet ? colour.green('met') : colour.red('failed')}  ${threshold}  (${measured})`
    }),
    ...(isValid ? [] : [colour.red(late)]),
  ]
  return lines.length === 0 ? [] : [lines.join('\n')]
}

const renderComparison = (terminal: Terminal, changes: NonNullable<LoadTestResult['comparison']>): string =>
  renderTable(
    terminal,
    [
      { title: 'AGAINST THE BASE', value: ({ metric }) => metric },
      { title: 'OF', value: ({ statistic }) => statistic },
      { title: 'BASE', value: ({ base }) => formatFigure(base) },
      { title: 'NOW', value: ({ value }) => formatFigure(value) },
      { title: 'RATIO', value: ({ ratio }) => (ratio === null ? '-' : ratio.toFixed(2)) },
    ],
    changes,
  )
