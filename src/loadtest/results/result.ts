import { type Static, Type } from 'typebox'
import { Dictionary } from '../../contract/shared.js'
import { TimeBucketsSchema } from './time-buckets.js'

const Milliseconds = Type.Number({ minimum: 0 })

export const MetricResultSchema = Type.Object({
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

const SecondSchema = Type.Object({
  second: Type.Integer({ description: 'Since the start' }),
  playing: Type.Integer({ description: 'Players at its end' }),
  sessions: Type.Optional(Type.Integer({ description: 'Sessions that were open at its end' })),
  turnsInFlight: Type.Optional(Type.Integer({ description: 'Turns without their whole reply at its end' })),
  turns: Type.Integer({ description: 'Turns that ended well in it' }),
  errors: Type.Integer(),
  firstTextP95Ms: Type.Union([Milliseconds, Type.Null()]),
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

/** What is known of the run that another is compared with. */
const BaseSchema = Type.Object(
  {
    scenario: Type.String(),
    startedAt: Type.Optional(Type.String({ format: 'date-time' })),
    durationMs: Type.Optional(Milliseconds),
    isValid: Type.Optional(Type.Boolean()),
    isPassed: Type.Optional(Type.Boolean({ description: 'Whether it met all its thresholds' })),
  },
  { description: 'The run of --compare; absent without' },
)

/** At most so many machines share a run. */
export const MAX_PARTS = 1000

const PartSchema = Type.Object(
  {
    index: Type.Integer({ minimum: 1, maximum: MAX_PARTS }),
    of: Type.Integer({ minimum: 1, maximum: MAX_PARTS }),
    thresholds: Type.Array(Type.String({ maxLength: 1000 }), {
      maxItems: 1000,
      description: 'Judged when all parts are merged',
    }),
    counts: Type.Array(
      Type.Object({
        metric: Type.String(),
        times: TimeBucketsSchema,
        maxMs: Milliseconds,
        errors: Dictionary(Type.Integer()),
      }),
    ),
    firstTexts: Type.Array(Type.Object({ second: Type.Integer(), times: TimeBucketsSchema })),
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
    target: Type.String({ description: 'Address of the service' }),
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
    metrics: Type.Array(MetricResultSchema),
    failures: Type.Array(FailureSchema, { description: 'Why turns failed, by cause' }),
    unexpectedReplies: Type.Array(
      Type.Object({ expected: Type.String(), got: Type.String(), second: FirstSecond }),
      { description: 'The first replies that were not what the scenario expects, cut to 300 characters' },
    ),
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

/** What a run that others are compared with is called, and how it ended, as far as its file says so. */
export function describeBase({
  scenario,
  startedAt,
  durationMs,
  isValid,
  thresholds,
}: Pick<LoadTestResult, 'scenario'> &
  Partial<Pick<LoadTestResult, 'startedAt' | 'durationMs' | 'isValid' | 'thresholds'>>): NonNullable<
  LoadTestResult['base']
> {
  return {
    scenario,
    ...(startedAt !== undefined && { startedAt }),
    ...(durationMs !== undefined && { durationMs }),
    ...(isValid !== undefined && { isValid }),
    ...(thresholds !== undefined && { isPassed: thresholds.every(({ isMet }) => isMet) }),
  }
}

const COMPARED = ['p50', 'p95', 'p99', 'count'] as const

/** How a run differs from another, for the metrics that both have. */
export const compareResults = (
  base: Pick<LoadTestResult, 'metrics'>,
  run: Pick<LoadTestResult, 'metrics'>,
): MetricComparison[] =>
  run.metrics.flatMap((metric) => {
    const before = base.metrics.find((one) => one.metric === metric.metric)
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

const countErrors = ({ errors }: Pick<LoadTestResult['metrics'][number], 'errors'>): number =>
  Object.values(errors).reduce((sum, times) => sum + times, 0)
