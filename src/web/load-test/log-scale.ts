import type uPlot from 'uplot'
import type { LoadTestPageData } from './page-data.js'
import { limitsOf, p95Of } from './seconds.js'

/** What is at least a step of the scale: 1, 2 and 5 of each power of ten. */
const STEPS = [1, 2, 5] as const
/** A logarithmic scale has no zero: what took no measurable time is drawn there. */
export const LEAST_MS = 0.1

/** As high as the numbers of an axis. */
const LINE_PX = 14

/** On a linear scale, a limit that is this share of the highest value lies on the axis, and cannot be read. */
const TINY = 0.05

/** Whether a limit of what is drawn second by second can be read on a logarithmic scale alone. */
export const needsLogScale = ({ timeline, thresholds, baseRun }: LoadTestPageData): boolean =>
  ['turn.first_text', 'turn.complete'].some((metric) => {
    const drawn = [...timeline, ...(baseRun?.timeline ?? [])].map((one) => p95Of(one, metric) ?? 0)
    const highest = drawn.reduce((a, b) => Math.max(a, b), 0)
    return limitsOf(thresholds, metric).some((limit) => limit < highest * TINY)
  })

/** A logarithmic scale that goes as far as what is drawn, to the next steps. */
export function logScale(values: readonly (number | null)[]) {
  const drawn = values.flatMap((value) => (value === null ? [] : [Math.max(LEAST_MS, value)]))
  const lowest = drawn.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const highest = drawn.reduce((a, b) => Math.max(a, b), LEAST_MS)
  const [below, above] = [stepsAround(Math.min(lowest, highest)), stepsAround(highest)]
  const least = below.findLast((step) => step < lowest) ?? LEAST_MS / 2
  const most = above.find((step) => step > highest) ?? highest * 2
  const all = stepsBetween(least, most)
  return {
    scale: { distr: 3, range: (): uPlot.Range.MinMax => [least, most] } satisfies uPlot.Scale,
    axis: {
      splits: () => all,
      filter: readableSplits,
      values: (_: uPlot, splits: (number | null)[]) =>
        splits.map((value) => (value === null ? '' : value.toLocaleString('en'))),
    } satisfies uPlot.Axis,
  }
}

/** Where lines are so close that their numbers would lie on each other, those of powers of ten are left. */
function readableSplits({ bbox }: uPlot, splits: number[]): (number | null)[] {
  const isClose = bbox.height / devicePixelRatio / splits.length < LINE_PX
  return splits.map((split) => (isClose && !Number.isInteger(Math.log10(split)) ? null : split))
}

function stepsAround(value: number): number[] {
  const exponent = Math.floor(Math.log10(value))
  return [exponent - 1, exponent, exponent + 1].flatMap((power) =>
    STEPS.map((step) => Number((step * 10 ** power).toPrecision(1))),
  )
}

function stepsBetween(least: number, most: number): number[] {
  const first = Math.floor(Math.log10(least))
  const powers = Array.from({ length: Math.ceil(Math.log10(most)) - first + 1 }, (_, at) => first + at)
  return powers
    .flatMap((power) => STEPS.map((step) => Number((step * 10 ** power).toPrecision(1))))
    .filter((step) => step >= least && step <= most)
}
