import {
  type CheckResult,
  countErrors,
  type LoadTestResult,
  type Submetric,
} from '../../loadtest/results/result.js'
import { printableLine } from '../output/printable.js'
import { renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

/** A terminal shows so many rows; the result has all of them. */
const MAX_ROWS = 40
const MAX_FAILED_CHECKS = 5

/** The metrics by scenario, step and tag, a block for each; nothing where no step has a name. */
export function submetricLines(terminal: Terminal, { submetrics = [] }: LoadTestResult): string[] {
  if (submetrics.length === 0) return []
  const rows = submetrics.slice(0, MAX_ROWS).flatMap((one, index) => {
    const isFirst = index === 0 || labelOf(one) !== labelOf(submetrics[index - 1])
    return isFirst
      ? [
          { title: labelOf(one), metric: null },
          { title: '', metric: one },
        ]
      : [{ title: '', metric: one }]
  })
  type Row = (typeof rows)[number]
  const figure = (read: (metric: Submetric) => string) => ({
    value: ({ metric }: Row) => (metric === null ? '' : read(metric)),
  })
  const table = renderTable<Row>(
    terminal,
    [
      {
        title: 'BY NAME AND TAG (ms)',
        value: ({ title, metric }) => (metric === null ? title : `- ${metric.of}`),
      },
      { title: 'COUNT', ...figure(({ count }) => String(count)) },
      { title: 'ERR', ...figure((metric) => String(countErrors(metric))) },
      { title: 'P50', ...figure(({ p50 }) => formatFigure(p50)) },
      { title: 'P95', ...figure(({ p95 }) => formatFigure(p95)) },
      { title: 'MAX', ...figure(({ max }) => formatFigure(max)) },
    ],
    rows,
  )
  return [withRemainder(table, submetrics.length)]
}

const labelOf = (one: Submetric | undefined): string => `${one?.label}:${one?.value}`

/** How often each check was met, those that failed first, and what came in place of what they expect. */
export function checkLines(terminal: Terminal, { checks = [] }: LoadTestResult): string[] {
  if (checks.length === 0) return []
  const failed = checks.filter(({ failures }) => failures > 0)
  const inOrder = [...failed, ...checks.filter(({ failures }) => failures === 0)]
  const { colour } = terminal
  const table = renderTable(
    terminal,
    [
      { title: 'CHECK', value: nameOf, width: 32 },
      { title: 'EXPECTS', value: expectationOf, width: 25 },
      { title: 'PASSED', value: ({ passes }) => String(passes) },
      { title: 'FAILED', value: ({ failures }) => String(failures) },
    ],
    inOrder.slice(0, MAX_ROWS),
  )
  const samples = failed
    .slice(0, MAX_FAILED_CHECKS)
    .flatMap((check) =>
      check.got
        .slice(0, 1)
        .map((got) =>
          [
            `  check     ${printableLine(nameOf(check))}`,
            `  expected  ${printableLine(check.expected)}`,
            `  got       ${printableLine(got)}`,
          ].join('\n'),
        ),
    )
  return [
    withRemainder(table, checks.length),
    ...(samples.length === 0
      ? []
      : [[colour.red('The first failures of checks:'), samples.join('\n\n')].join('\n')]),
  ]
}

/** A number with as many digits as can be read. */
export const formatFigure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)

/** By the names that the scenario gives, or by what was said. */
function nameOf({ check, labels: { scenario, step } }: CheckResult): string {
  return scenario === undefined ? (step ?? check) : `${scenario}: ${step ?? check}`
}

const expectationOf = ({ kind, expected }: CheckResult): string => `${kind} ${expected}`

const withRemainder = (table: string, rows: number): string =>
  rows > MAX_ROWS ? `${table}\n${rows - MAX_ROWS} more: --out writes all of them` : table
