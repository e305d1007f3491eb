import { type Static, Type } from 'typebox'
import { Dictionary, OneOf } from '../../contract/shared.js'
import { MAX_LABELS } from '../scenario/labels.js'
import { scenarioDifferences } from './scenario-differences.js'
import { SlowestRepliesSchema } from './slowest-replies.js'
import { TimeBucketsSchema } from './time-buckets.js'

const Milliseconds = Type.Number({ minimum: 0 })

const MetricResultSchema = Type.Object({
  metric: Type.String(),
  count: Type.Integer({ description: 'What went well; of what only counts, all' }),
  errors: Dictionary(Type.Integer(), { description: 'How often each error came' }),
  perSecond: Type.Number({ description: 'Of the time that is counted' }),
  min: Milliseconds,
  mean: Milliseconds,
  p50: Milliseconds,
  p90: Milliseconds,
  p95: Milliseconds,
  p99: Milliseconds,
  p999: Milliseconds,
  max: Milliseconds,
  distribution: Type.Optional(
    Type.Array(Type.Object({ percentile: Type.Number({ minimum: 0, maximum: 100 }), ms: Milliseconds }), {
      description: 'Values at rising percentiles, as far as there are samples; absent in older files',
    }),
  ),
})

const SubmetricSchema = Type.Object({
  ...MetricResultSchema.properties,
  metric: Type.String({ description: 'As thresholds name it, such as `turn.complete{step:greeting}`' }),
  of: Type.String({ description: 'The metric of all samples' }),
  label: Type.String({ description: '`scenario`, `step`, or the name of a tag' }),
  value: Type.String(),
})
export type Submetric = Static<typeof SubmetricSchema>

const CheckSchema = Type.Object({
  kind: OneOf(['reply', 'transcript', 'status', 'memory']),
  check: Type.String({ description: 'What was said, spoken or requested' }),
  expected: Type.String(),
  labels: Dictionary(Type.String(), { description: 'Its scenario, its step and the tags of this' }),
  passes: Type.Integer({ minimum: 0 }),
  failures: Type.Integer({ minimum: 0, description: 'Also of turns that were lost or failed' }),
  got: Type.Array(Type.String(), {
    maxItems: 10,
    description: 'What came instead, of the first failures, cut to 300 characters',
  }),
})
export type CheckResult = Static<typeof CheckSchema>

const SecondSchema = Type.Object({
  second: Type.Integer({ description: 'Since the start' }),
  playing: Type.Integer({ description: 'Players at its end' }),
  sessions: Type.Optional(Type.Integer({ description: 'Sessions that were open at its end' })),
  turnsInFlight: Type.Optional(Type.Integer({ description: 'Turns without their whole reply at its end' })),
  turns: Type.Integer({ description: 'Turns that ended well in it' }),
  errors: Type.Integer(),
  firstTextP95Ms: Type.Union([Milliseconds, Type.Null()]),
  p95Ms: Type.Optional(
    Dictionary(Milliseconds, {
      description:
        'Of the other metrics with times of which some ended well in it, such as `turn.complete`; absent in older files',
    }),
  ),
})

const ServerSecondSchema = Type.Object({
  second: Type.Integer(),
  eventLoopP99Ms: Milliseconds,
  eventLoopMaxMs: Milliseconds,
  rssBytes: Type.Integer(),
  heapUsedBytes: Type.Integer(),
  liveSessions: Type.Integer(),
  journalBytes: Type.Integer(),
  storeWrites: Type.Integer({ description: 'Changes that were written to the disk in it' }),
  storeWriteP99Ms: Type.Number({ minimum: 0, description: 'How long they waited until they were there' }),
  storeWriteMaxMs: Milliseconds,
})
export type ServerSecond = Static<typeof ServerSecondSchema>

const VerdictSchema = Type.Object({
  threshold: Type.String(),
  value: Type.Union([Type.Number(), Type.Null()], { description: 'Null: nothing was measured' }),
  isMet: Type.Boolean(),
})

const MetricComparisonSchema = Type.Object({
  metric: Type.String(),
  statistic: Type.String(),
  base: Type.Number(),
  value: Type.Number(),
  ratio: Type.Union([Type.Number(), Type.Null()], { description: 'Null: the base is zero' }),
})

const FirstSecond = Type.Optional(
  Type.Integer({ description: 'Of the run, in which the first such turn ended; absent in older files' }),
)

const FailureSchema = Type.Object({
  error: Type.String(),
  count: Type.Integer(),
  message: Type.Union([Type.String(), Type.Null()], {
    description: 'What the service said the first time; null: nothing',
  }),
  second: FirstSecond,
})

const UnexpectedReplySchema = Type.Object({
  expected: Type.String(),
  got: Type.String(),
  said: Type.Optional(Type.String({ description: 'By the player, as text; absent in older files' })),
  step: Type.Optional(
    Type.String({
      description: 'Its name, or which one of its scenario it is, such as `step 3`; absent in older files',
    }),
  ),
  scenario: Type.Optional(Type.String()),
  second: FirstSecond,
})

/** What is known of the run that another is compared with. */
const BaseSchema = Type.Object(
  {
    scenario: Type.String(),
    startedAt: Type.Optional(Type.String({ format: 'date-time' })),
    durationMs: Type.Optional(Milliseconds),
    isValid: Type.Optional(Type.Boolean()),
    targetVersion: Type.Optional(Type.String()),
    isPassed: Type.Optional(Type.Boolean({ description: 'Whether it met all its thresholds' })),
    scenarioHash: Type.Optional(Type.String({ description: 'Equal in runs that can be compared' })),
    differences: Type.Optional(
      Type.Array(
        Type.Object({
          at: Type.String({ description: 'As in the file, such as `load.players`' }),
          base: Type.Optional(Type.String({ description: 'Absent where the base has nothing' })),
          now: Type.Optional(Type.String()),
        }),
        { description: 'The first places where the scenarios differ; absent where a file does not say' },
      ),
    ),
  },
  { description: 'The run of --compare; absent without' },
)

/** At most so many machines share a run. */
export const MAX_PARTS = 1000

const MetricCountsSchema = Type.Object({
  metric: Type.String(),
  times: TimeBucketsSchema,
  maxMs: Milliseconds,
  errors: Dictionary(Type.Integer()),
})
const LabelledCountsSchema = Type.Object({
  label: Type.String({ maxLength: 64 }),
  value: Type.String({ maxLength: 64 }),
  counts: Type.Array(MetricCountsSchema),
})
export type LabelledCounts = Static<typeof LabelledCountsSchema>

const PartSchema = Type.Object(
  {
    index: Type.Integer({ minimum: 1, maximum: MAX_PARTS }),
    of: Type.Integer({ minimum: 1, maximum: MAX_PARTS }),
    thresholds: Type.Array(Type.String({ maxLength: 1000 }), {
      maxItems: 1000,
      description: 'Judged when all parts are merged',
    }),
    counts: Type.Array(MetricCountsSchema),
    labelledCounts: Type.Optional(Type.Array(LabelledCountsSchema, { maxItems: MAX_LABELS })),
    firstTexts: Type.Array(Type.Object({ second: Type.Integer(), times: TimeBucketsSchema })),
    otherTimes: Type.Optional(
      Type.Array(Type.Object({ second: Type.Integer(), metric: Type.String(), times: TimeBucketsSchema }), {
        description: 'Of all other metrics by second; absent in older files',
      }),
    ),
  },
  { description: 'Of one machine of several: what `parley loadtest merge` adds up' },
)

/** What a run found, as `parley loadtest --out` writes it: `loadtest/1`. All times in milliseconds. */
export const LoadTestResultSchema = Type.Object(
  {
    format: Type.Literal('loadtest/1'),
    scenario: Type.String(),
    scenarioHash: Type.Optional(
      Type.String({
        description: 'Of who comes when and what each does; equal in runs that can be compared',
      }),
    ),
    played: Type.Optional(
      Dictionary(Type.Unknown(), {
        description:
          'What `scenarioHash` is of: the scenario without its name and thresholds; absent in older files',
      }),
    ),
    target: Type.String({ description: 'Address of the service' }),
    targetVersion: Type.Optional(
      Type.String({ description: 'Of the service, as it said when the run began; absent where it did not' }),
    ),
    startedAt: Type.String({ format: 'date-time' }),
    durationMs: Milliseconds,
    warmupMs: Milliseconds,
    isValid: Type.Boolean({ description: 'False: the generator itself was too slow to be believed' }),
    generator: Type.Object({
      processes: Type.Integer({ minimum: 1 }),
      eventLoopP99Ms: Type.Number({ description: 'Of the slowest process' }),
      eventLoopMaxMs: Type.Number(),
      eventLoopLimitMs: Type.Optional(
        Type.Number({ description: 'A later p99 makes the run invalid; absent in older files' }),
      ),
    }),
    load: Type.Optional(
      OneOf(['players', 'arrivals'], {
        description: 'Whether a constant number of players played, or players came and left',
      }),
    ),
    metrics: Type.Array(MetricResultSchema),
    submetrics: Type.Optional(
      Type.Array(SubmetricSchema, {
        description: 'The metrics by scenario, step and tag; absent in older files',
      }),
    ),
    checks: Type.Optional(
      Type.Array(CheckSchema, {
        description: 'What the steps expect, in the order of the scenario; absent in older files',
      }),
    ),
    failures: Type.Array(FailureSchema, { description: 'Why turns failed, by cause' }),
    unexpectedReplies: Type.Array(UnexpectedReplySchema, {
      description: 'The first replies that were not what the scenario expects, cut to 300 characters',
    }),
    slowestReplies: Type.Optional(SlowestRepliesSchema),
    timeline: Type.Array(SecondSchema),
    server: Type.Union([Type.Array(ServerSecondSchema), Type.Null()], {
      description: 'Its own side, where it is local and tells; else null',
    }),
    thresholds: Type.Array(VerdictSchema),
    comparison: Type.Union([Type.Array(MetricComparisonSchema), Type.Null()]),
    base: Type.Optional(BaseSchema),
    part: Type.Optional(PartSchema),
  },
  { $id: 'loadtest/1', title: 'Result of a load test' },
)
export type LoadTestResult = Static<typeof LoadTestResultSchema>
export type SecondResult = LoadTestResult['timeline'][number]
export type MetricComparison = NonNullable<LoadTestResult['comparison']>[number]

type BaseRun = Pick<LoadTestResult, 'scenario'> &
  Partial<
    Pick<
      LoadTestResult,
      'startedAt' | 'targetVersion' | 'durationMs' | 'isValid' | 'thresholds' | 'scenarioHash' | 'played'
    >
  >

/** What a run that another is compared with is called, how it ended and what it played, as far as its file says so. */
export function describeBase(
  { scenario, startedAt, targetVersion, durationMs, isValid, thresholds, scenarioHash, played }: BaseRun,
  run: Pick<LoadTestResult, 'played'>,
): NonNullable<LoadTestResult['base']> {
  return {
    scenario,
    ...(startedAt !== undefined && { startedAt }),
    ...(targetVersion !== undefined && { targetVersion }),
    ...(durationMs !== undefined && { durationMs }),
    ...(isValid !== undefined && { isValid }),
    ...(scenarioHash !== undefined && { scenarioHash }),
    ...(thresholds !== undefined && { isPassed: thresholds.every(({ isMet }) => isMet) }),
    ...(played !== undefined &&
      run.played !== undefined && { differences: scenarioDifferences(played, run.played) }),
  }
}

type Measured = Pick<LoadTestResult, 'metrics' | 'submetrics'>
const metricsOf = ({ metrics, submetrics = [] }: Measured) => [...metrics, ...submetrics]

const COMPARED = ['p50', 'p95', 'p99', 'count'] as const

/** How a run differs from another, for the metrics that both have. */
export const compareResults = (base: Measured, run: Measured): MetricComparison[] =>
  metricsOf(run).flatMap((metric) => {
    const before = metricsOf(base).find((one) => one.metric === metric.metric)
    if (before === undefined) return []
    const compare = (statistic: string, base: number, value: number): MetricComparison => ({
      ...{ metric: metric.metric, statistic, base, value },
      ratio: base === 0 ? null : value / base,
    })
    return [
      ...COMPARED.map((statistic) => compare(statistic, before[statistic], metric[statistic])),
      compare('errors', countErrors(before), countErrors(metric)),
    ]
  })

/** The number of errors of all kinds. */
export const countErrors = ({ errors }: Pick<LoadTestResult['metrics'][number], 'errors'>): number =>
  Object.values(errors).reduce((sum, count) => sum + count, 0)
