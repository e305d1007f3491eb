import { nameCell } from './metric-tables.js'
import type { Cell, LoadTestPageData } from './page-data.js'
import { LEAST, metricText, msText, numberText, SAME_MS, SAME_SHARE, timeText, UNWANTED } from './words.js'

type Change = NonNullable<LoadTestPageData['comparison']>[number] & {
  /** Of so few measurements a better value says nothing. */
  readonly isFew?: boolean
}
type Judgement = 'better' | 'worse' | 'same'
/** What of two runs can be compared: all, counts and errors alone, or nothing. */
type Trust = 'all' | 'errors' | 'nothing'

const MOST_NAMED = 3

export const CHANGE_TITLES = ['metric', 'statistic', 'this run', 'base', 'change', 'verdict'] as const

export type Compared = Pick<
  LoadTestPageData,
  'scenario' | 'scenarioHash' | 'isValid' | 'base' | 'thresholds' | 'baseRun'
>

/** Why two runs cannot be compared, as parts of a sentence. */
export function doubtsOf(data: Compared): string[] {
  return [
    ...(isOtherScenario(data) ? ['they played different scenarios'] : []),
    ...(data.isValid ? [] : ['this run is not valid']),
    ...(data.base?.isValid === false ? ['the base is not valid'] : []),
  ]
}

/** Runs of another scenario have nothing in common; of runs that are not valid only the times are doubtful. */
export function trustOf(data: Compared): Trust {
  if (isOtherScenario(data)) return 'nothing'
  return doubtsOf(data).length === 0 ? 'all' : 'errors'
}

function isOtherScenario({ scenario, scenarioHash, base }: Compared): boolean {
  if (base === undefined) return false
  if (scenarioHash !== undefined && base.scenarioHash !== undefined) return base.scenarioHash !== scenarioHash
  return base.scenario !== scenario
}

/** The row of a change; of what cannot be compared the numbers alone. */
export const changeCells =
  (trust: Trust) =>
  (change: Change): Cell[] => {
    const { metric, statistic, base, value, ratio } = change
    const judgement = judge(change, trust)
    const judged = (text: string): Cell => (judgement === null ? text : { text, judgement })
    const isDoubtful = judgement === null && judge(change, 'all') !== null
    const unjudged = isDoubtful ? 'not comparable' : '–'
    return [
      ...[nameCell(metric), statistic, valueText(statistic, value), valueText(statistic, base)],
      judged(shareText(ratio)),
      judged(judgement ?? (change.isFew && trust === 'all' ? 'too few to tell' : unjudged)),
    ]
  }

/** `10 % less`; what was not there before has no share. */
function shareText(ratio: number | null): string {
  if (ratio === null) return '–'
  const percent = (ratio - 1) * 100
  const size = Math.abs(percent)
  if (Math.round(size) === 0) return 'none'
  // Near where it begins to count, whole numbers would hide on which side it is.
  const isNear = Math.abs(size - SAME_SHARE * 100) < 0.5
  return `${isNear ? size.toFixed(1) : Math.round(size)} % ${percent > 0 ? 'more' : 'less'}`
}

/** Whether a value is better than that of the base; null where neither more nor less is better, or nobody can tell. */
function judge({ metric, statistic, base, value, isFew }: Change, trust: Trust): Judgement | null {
  const isCount = statistic === 'count'
  if (isCount && !UNWANTED.has(metric)) return null
  const isErrors = isCount || statistic === 'errors'
  if (trust === 'nothing' || (trust === 'errors' && !isErrors)) return null
  const least = isErrors ? 0 : Math.max(SAME_MS, base * SAME_SHARE)
  if (Math.abs(value - base) <= least) return 'same'
  if (value > base) return 'worse'
  return isFew ? null : 'better'
}

export const countWorse = (changes: readonly Change[], trust: Trust): number =>
  changes.filter((change) => judge(change, trust) === 'worse').length

/** How many values are worse than in the base; undefined where nobody can tell. */
export const worseThanBase = (data: LoadTestPageData): number | undefined =>
  data.comparison === null || trustOf(data) !== 'all'
    ? undefined
    : countWorse(comparable(data.comparison), 'all')

/** Of a base that failed, after its name. */
export const baseFailedText = ({ base }: Pick<LoadTestPageData, 'base'>): string =>
  base?.isPassed === false ? ', which failed' : ''

/**
 * How the run stands to the base, as a part of a sentence with what is worse; empty where nobody can tell. `isNamed`: the
 * sentence has named the base.
 */
export function comparedOutcome(data: LoadTestPageData, isNamed = false): string {
  if (data.comparison === null || trustOf(data) !== 'all') return ''
  const changes = comparable(data.comparison)
  const [first, ...others] = worstFirst(
    changes.filter((change) => judge(change, 'all') === 'worse'),
    changes,
  )
  const than = isNamed ? 'worse' : `worse than in the base${baseFailedText(data)}`
  if (first === undefined) return `nothing is ${than}`
  const worst = worseText(first, changes)
  return others.length === 0
    ? `one value is ${than}: ${worst}`
    : `${others.length + 1} values are ${than}, above all ${worst}`
}

/** What the base had, where a value is the same as there; undefined where it is not, or nobody can tell. */
export function sameInBase(data: LoadTestPageData, metric: string, statistic: string): number | undefined {
  if (data.comparison === null || trustOf(data) !== 'all') return undefined
  const own = comparable(data.comparison).find((one) => one.metric === metric && one.statistic === statistic)
  return own !== undefined && judge(own, 'all') === 'same' ? own.base : undefined
}

/** Without percentiles of which one of the runs measured too little: they would be those of a single outlier. */
export function comparable(changes: readonly Change[]): Change[] {
  const counts = new Map(
    changes
      .filter(({ statistic }) => statistic === 'count')
      .map(({ metric, base, value }) => [metric, Math.min(base, value)]),
  )
  const least = (statistic: string) => LEAST[statistic as keyof typeof LEAST] ?? 0
  return changes
    .filter(({ metric, statistic }) => (counts.get(metric) ?? 1000) >= least(statistic))
    .map((change) => ({
      ...change,
      isFew: change.statistic.startsWith('p') && (counts.get(change.metric) ?? 1000) < LEAST.p95,
    }))
}

/** Equal counts, and errors that neither run had: a sentence says that, a row for each says no more. */
const isIdle = ({ statistic, base, value }: Change): boolean =>
  base === value && (statistic === 'count' || (statistic === 'errors' && value === 0))

/** What a row of the table is worth. */
export const telling = (changes: readonly Change[]): Change[] => changes.filter((change) => !isIdle(change))

/** What the table leaves out, in a sentence. */
export function idleText(changes: readonly Change[]): string {
  const isAll = (wanted: string) => {
    const own = changes.filter(({ statistic }) => statistic === wanted)
    return own.length > 0 && own.every(isIdle)
  }
  const [noErrors, sameCounts] = [isAll('errors'), isAll('count')]
  if (noErrors && sameCounts) return ' Neither run had errors; all counts are the same.'
  if (noErrors) return ' Neither run had errors.'
  return sameCounts ? ' All counts are the same.' : ''
}

const RANKS: readonly (Judgement | null)[] = ['worse', 'better', 'same', null]

/** What got worse first, most of all that which grew most; all else by metric, as it was measured. */
export function sortChanges(changes: readonly Change[], trust: Trust): Change[] {
  if (trust === 'nothing') return [...changes]
  const rank = (change: Change) => RANKS.indexOf(judge(change, trust))
  const isWorse = (change: Change) => rank(change) === RANKS.indexOf('worse')
  return [...changes].sort((a, b) => rank(a) - rank(b) || (isWorse(a) ? growth(b) - growth(a) : 0))
}

/** Which run the base is, and how it ended. */
export function baseText(data: LoadTestPageData): string {
  const { base, baseRun, baseFile, targetVersion: own } = data
  if (base === undefined) return ''
  const { startedAt, targetVersion, durationMs, isValid, isPassed } = base
  const parts = [
    // A report that lies beside is linked.
    ...(baseFile === undefined || baseFile.report !== undefined ? [] : [`in ${baseFile.name}`]),
    ...(startedAt === undefined ? [] : [`of ${timeText(startedAt)}`]),
    ...(targetVersion === undefined ? [] : [`version ${targetVersion}`]),
    ...(durationMs === undefined ? [] : [`${numberText(durationMs / 1000)} s`]),
    ...(isPassed === undefined ? [] : [isPassed ? 'passed' : 'failed']),
    ...(isValid === false ? ['not valid'] : []),
    ...(baseRun?.generator === undefined
      ? []
      : [`load test up to ${numberText(baseRun.generator.eventLoopP99Ms)} ms late`]),
  ]
  // Where nothing is worse, nobody asks why.
  const isSame = targetVersion !== undefined && targetVersion === own && worseThanBase(data) !== 0
  return [
    `The base is the run “${base.scenario}”${parts.length === 0 ? '' : `, ${parts.join(', ')}`}.`,
    ...(isSame
      ? [
          `Both runs are of version ${own}: unless its code was changed, differences come from the machine, the settings or chance.`,
        ]
      : []),
  ].join(' ')
}

/** That runs cannot be compared, why, and what would help; empty if they can. */
export function doubtText(data: Compared): string {
  const trust = trustOf(data)
  if (trust === 'all') return ''
  const why = doubtsOf(data).join(', and ')
  return trust === 'nothing'
    ? `These runs cannot be compared: ${why}. The values stand side by side below, without a verdict. Play the same scenario again to compare. ${unknownText(data)}`.trim()
    : `The times of these runs cannot be compared: ${why}. Only errors are judged below. Play a valid run to compare times.`
}

const unknownText = ({ base }: Compared): string =>
  base?.differences === undefined
    ? 'What differs is not known: the file of the base does not say what it played.'
    : ''

/** How the run differs in sentences: what got worse first, then whether both runs did the same. */
export function comparisonText(changes: readonly Change[], trust: Trust): string {
  const all = (trust === 'all' ? telling(changes) : changes).flatMap((change) => {
    const judgement = judge(change, trust)
    return judgement === null ? [] : [{ ...change, judgement }]
  })
  if (all.length === 0) return ''
  const times = (wanted: Judgement) => all.filter(({ judgement }) => judgement === wanted)
  const worse = worstFirst(times('worse'), changes)
  const rule =
    trust === 'errors'
      ? []
      : [`Times are the same unless they differ by more than ${SAME_SHARE * 100} % and ${SAME_MS} ms.`]
  const named = worse.slice(0, MOST_NAMED).map((change) => worseText(change, changes))
  return [
    overall({ worse: worse.length, better: times('better').length, same: times('same').length }, trust),
    ...rule,
    ...(named.length === 0 ? [] : [`Worse above all: ${named.join('; ')}.`]),
    ...unlike(changes),
  ].join(' ')
}

/** In the words of the verdict. */
function overall({ worse, better, same }: Readonly<Record<Judgement, number>>, trust: Trust): string {
  const total = worse + better + same
  const [one, many] = trust === 'errors' ? ['count of errors', 'counts of errors'] : ['value', 'values']
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  const alike = same > 0 ? `, ${same} the same` : ''
  if (worse > 0) {
    const others = `${better > 0 ? `, ${better} better` : ''}${alike}`
    return total === 1
      ? `The one ${one} is worse than in the base.`
      : `${worse} of ${total} ${many} ${are(worse)} worse than in the base${others}.`
  }
  const all = total === 1 ? `the one ${one} is` : `all ${total} ${many} are`
  const some = `of ${total} ${many} ${better} ${are(better)} better${alike}`
  if (better === 0) return `Nothing is worse than in the base: ${all} the same.`
  return `Nothing is worse than in the base: ${same === 0 ? `${all} better` : some}.`
}

/** What grew most first, and what rests on few measurements behind all else. */
function worstFirst<T extends Change>(worse: readonly T[], all: readonly Change[]): T[] {
  const thin = (change: Change) => (isThin(change, all) ? 1 : 0)
  return [...worse].sort((a, b) => thin(a) - thin(b) || growth(b) - growth(a))
}

const countedOf = ({ metric }: Change, all: readonly Change[]): number =>
  all.find((one) => one.metric === metric && one.statistic === 'count')?.value ?? LEAST.p95

const isThin = (change: Change, all: readonly Change[]): boolean =>
  change.statistic.startsWith('p') && countedOf(change, all) < LEAST.p95

/** By what factor a value is higher; what was not there before goes first. */
const growth = ({ base, value }: Change): number => {
  if (base > 0) return value / base
  return value > 0 ? Number.MAX_VALUE : 1
}

/** `a whole reply, p95, 200 ms instead of 100 ms`; of few measurements, of how many. */
function worseText(change: Change, all: readonly Change[]): string {
  const { metric, statistic, base, value } = change
  const counted = countedOf(change, all)
  const few = isThin(change, all) ? ` (of only ${counted} measurement${counted === 1 ? '' : 's'})` : ''
  return `${metricText(metric)}, ${statistic}, ${valueText(statistic, value)} instead of ${valueText(statistic, base)}${few}`
}

/** Of times with their unit. */
const valueText = (statistic: string, value: number): string =>
  statistic.startsWith('p') ? msText(value) : numberText(value)

/** Runs that did not do equally much are hard to compare. */
function unlike(changes: readonly Change[]): string[] {
  const different = changes
    .filter(
      (change) =>
        change.statistic === 'count' &&
        !UNWANTED.has(change.metric) &&
        Math.abs(change.value - change.base) > change.base * SAME_SHARE,
    )
    .map(
      ({ metric, base, value }) =>
        `${metricText(metric)}, ${numberText(value)} instead of ${numberText(base)}`,
    )
  return different.length === 0 ? [] : [`The runs did not do the same: ${different.join('; ')}.`]
}
