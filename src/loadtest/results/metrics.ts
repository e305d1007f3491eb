import type { Labels } from '../scenario/labels.js'
import type { Load } from '../scenario/plan.js'

/** The metrics with their descriptions. Times are milliseconds since the scheduled start. */
export const METRICS = {
  'session.connect': 'From the moment a player was meant to come to the session',
  'session.rejected': 'Sessions that were refused; no time',
  'turn.first_text': 'To the first text of the reply',
  'turn.complete': 'To the end of the text of the reply',
  'turn.first_audio': 'To the first audio of the reply; of a spoken turn from the end of speech',
  'turn.gap': 'The longest silence in the playback of a reply that came too late',
  'turn.interrupt': 'From an interruption to its acknowledgement',
  'turn.lost': 'Turns without a reply, or without its end; no time',
  'memory.visible': 'From the end of the turn to the memory of it',
} as const

export type TurnMetric = keyof typeof METRICS
/** Each REST route has a metric of its own, such as `http.GET /api/v1/characters`. */
export type Metric = TurnMetric | `http.${string}`

/** One measurement. */
export type Sample = {
  readonly metric: Metric
  /** Scheduled start, in milliseconds since the start of the run. */
  readonly at: number
  readonly ms: number
  /** Null for a success. */
  readonly error: string | null
  /** Only for the first failures of each kind. */
  readonly detail?: SampleDetail
  /** The scenario and the step that were played, and the tags of the step. */
  readonly labels?: Labels
  readonly checks?: readonly CheckOutcome[]
  /** Which reply a first text is of; only of the slowest. */
  readonly reply?: TimedReply
}

export type TimedReply = {
  /** Who waited for it; the player adds it. */
  readonly player?: string
  readonly messageId: string | null
  /** What was said; absent of a spoken turn. */
  readonly said?: string
  /** The name of the step, or which one of its scenario it is, such as `step 3`. */
  readonly step?: string
  /** How long after its scheduled start it was asked for: the reply before was not over. */
  readonly sentAfterMs: number
  readonly completeMs: number | null
}

/** How a check of the plan went; `check` is its number there. */
export type CheckOutcome = {
  readonly check: number
  readonly isMet: boolean
  /** What came instead; only for the first failures. */
  readonly got?: string
}

export type SampleDetail =
  /** The error message of the service. */
  | { readonly message: string }
  /** A reply that the scenario did not expect. */
  | UnexpectedReply

export type UnexpectedReply = {
  readonly expected: string
  readonly got: string
  /** What was said; absent of a spoken turn. */
  readonly said?: string
  /** The name of the step, or which one of its scenario it is, such as `step 3`. */
  readonly step?: string
}

/** Metrics that count events and have no times. */
export const COUNTER_METRICS: ReadonlySet<string> = new Set<Metric>(['session.rejected', 'turn.lost'])

/** The REST routes of a scenario; `any`: the scenario is not known. */
export type Routes = readonly string[] | 'any'

/** Whether a scenario with these REST routes has the metric. */
export const isMetric = (name: string, routes: Routes): boolean =>
  Object.hasOwn(METRICS, name) ||
  (routes === 'any' ? name.startsWith('http.') : routes.some((route) => name === `http.${route}`))

/** For how long the metrics of a run count, in milliseconds; those of sessions may count in the warm-up, too. */
export type CountedTime = { readonly ms: number; readonly sessionsMs: number }

/** The times of a run with this load. */
export const countedTime = ({
  durationMs,
  warmupMs,
  load,
}: {
  readonly durationMs: number
  readonly warmupMs: number
  readonly load?: Load['kind'] | undefined
}): CountedTime => ({
  ms: durationMs - warmupMs,
  sessionsMs: load === 'players' ? durationMs : durationMs - warmupMs,
})

type Warmup = { readonly warmupMs: number; readonly load: Pick<Load, 'kind'> }

export const isSessionMetric = (metric: string): boolean => metric.startsWith('session.')

/**
 * Whether a sample counts. A constant number of players connect once each, most of them in the warm-up: there all
 * sessions count, because hardly any would be left. Players who arrive all the time are left out like everything else.
 */
export const isCounted = ({ metric, at }: Sample, { warmupMs, load }: Warmup): boolean =>
  at >= warmupMs || (load.kind === 'players' && isSessionMetric(metric))
