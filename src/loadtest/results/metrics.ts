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
}

export type SampleDetail =
  /** The error message of the service. */
  | { readonly message: string }
  /** A reply that the scenario did not expect. */
  | { readonly expected: string; readonly got: string }

/** Metrics that count events and have no times. */
export const COUNTER_METRICS: ReadonlySet<string> = new Set<Metric>(['session.rejected', 'turn.lost'])

/** The REST routes of a scenario; `any`: the scenario is not known. */
export type Routes = readonly string[] | 'any'

/** Whether a scenario with these REST routes has the metric. */
export const isMetric = (name: string, routes: Routes): boolean =>
  Object.hasOwn(METRICS, name) ||
  (routes === 'any' ? name.startsWith('http.') : routes.some((route) => name === `http.${route}`))

/** Session metrics always count: most of the players connect during the warm-up. */
export const isAfterWarmup = ({ metric, at }: Sample, { warmupMs }: { readonly warmupMs: number }): boolean =>
  at >= warmupMs || metric.startsWith('session.')
