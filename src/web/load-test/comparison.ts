import type { LoadTestPageData } from './page-data.js'
import type { Cell } from './tables.js'
import { LEAST, numberText, timeText, UNWANTED } from './words.js'

type Change = NonNullable<LoadTestPageData['comparison']>[number]
type Judgement = 'better' | 'worse' | 'same'

/** Times differ by so much between two runs of the same: less says nothing. */
const SAME_SHARE = 0.1
const MOST_NAMED = 3

export const CHANGE_TITLES = ['metric', 'statistic', 'base', 'now', 'ratio', 'verdict'] as const

export const changeCells = (change: Change): Cell[] => {
  const { metric, statistic, base, value, ratio } = change
  const judgement = judge(change)
  const judged = (text: string): Cell => (judgement === null ? text : { text, judgement })
  return [
    ...[metric, statistic, numberText(base), numberText(value)],
    judged(ratio === null ? '-' : ratio.toFixed(2)),
    judged(judgement ?? '-'),
  ]
}

/** Whether a value is better than that of the base; null where neither more nor less is better. */
function judge({ metric, statistic, base, value }: Change): Judgement | null {
  const isCount = statistic === 'count'
  if (isCount && !UNWANTED.has(metric)) return null
  const share = isCount || statistic === 'errors' ? 0 : SAME_SHARE
  if (value > base * (1 + share)) return 'worse'
  return value < base * (1 - share) ? 'better' : 'same'
}

/** Without percentiles of which one of the runs measured too little: they would be those of a single outlier. */
export function comparable(changes: readonly Change[]): Change[] {
  const counts = new Map(
    changes
      .filter(({ statistic }) => statistic === 'count')
      .map(({ metric, base, value }) => [metric, Math.min(base, value)]),
  )
  const least = (statistic: string) => LEAST[statistic as keyof typeof LEAST] ?? 0
  return changes.filter(({ metric, statistic }) => (counts.get(metric) ?? 1000) >= least(statistic))
}

const RANKS: readonly (Judgement | null)[] = ['worse', 'better', 'same', null]

/** What got worse first, most of all that which grew most. */
export const sortChanges = (changes: readonly Change[]): Change[] =>
  [...changes].sort((a, b) => RANKS.indexOf(judge(a)) - RANKS.indexOf(judge(b)) || growth(b) - growth(a))

/** Which run the base is, and how it ended. */
export function baseText({ scenario, base }: Pick<LoadTestPageData, 'scenario' | 'base'>): string {
  if (base === undefined) return ''
  const { startedAt, durationMs, isValid, isPassed } = base
  const parts = [
    ...(startedAt === undefined ? [] : [`of ${timeText(startedAt)}`]),
    ...(durationMs === undefined ? [] : [`${numberText(durationMs / 1000)} s`]),
    ...(isPassed === undefined ? [] : [isPassed ? 'passed' : 'failed']),
    ...(isValid === undefined ? [] : [isValid ? 'valid' : 'not valid, so its times are doubtful']),
  ]
  const other = base.scenario === scenario ? '' : ' It is another scenario.'
  return `The base is the run of ${[base.scenario, ...parts].join(', ')}.${other}`
}

/** How the run differs in sentences: what got worse first, then whether both runs did the same. */
export function comparisonText(changes: readonly Change[]): string {
  const all = changes.flatMap((change) => {
    const judgement = judge(change)
    return judgement === null ? [] : [{ ...change, judgement }]
  })
  const times = (wanted: Judgement) => all.filter(({ judgement }) => judgement === wanted)
  const worse = times('worse').sort((a, b) => growth(b) - growth(a))
  const counts = `${worse.length} of ${all.length} values are worse, ${times('better').length} better, ${times('same').length} the same (times within ${SAME_SHARE * 100} %).`
  return [
    `${overall(worse.length, times('better').length)}: ${counts}`,
    ...(worse.length === 0
      ? []
      : [
          `Worse above all: ${worse
            .slice(0, MOST_NAMED)
            .map(({ metric, statistic, base, value }) => `${metric} ${statistic}, ${changeOf(base, value)}`)
            .join('; ')}.`,
        ]),
    ...unlike(changes),
  ].join(' ')
}

function overall(worse: number, better: number): string {
  if (worse > 0) return better > 0 ? 'Partly worse, partly better than the base' : 'Worse than the base'
  return better > 0 ? 'Better than the base' : 'The same as the base'
}

/** By what factor a value is higher; what was not there before goes first. */
const growth = ({ base, value }: Change): number => {
  if (base > 0) return value / base
  return value > 0 ? Number.MAX_VALUE : 1
}

const changeOf = (base: number, value: number): string =>
  `${numberText(value)} instead of ${numberText(base)}`

/** Runs that did not do equally much are hard to compare. */
function unlike(changes: readonly Change[]): string[] {
  const different = changes
    .filter(
      (change) =>
        change.statistic === 'count' &&
        judge(change) === null &&
        Math.abs(change.value - change.base) > change.base * SAME_SHARE,
    )
    .map(({ metric, base, value }) => `${metric}, ${changeOf(base, value)}`)
  return different.length === 0 ? [] : [`The runs did not do the same: ${different.join('; ')}.`]
}
