/** What is measured. Times are milliseconds from the moment at which something was meant to begin. */
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
/** Also one for each REST route: `http.GET /api/v1/characters`. */
export type Metric = TurnMetric | `http.${string}`

/** One thing that was measured. */
export type Sample = {
  readonly metric: Metric
  /** When it was meant to begin, in milliseconds from the start of the run. */
  readonly at: number
  readonly ms: number
  /** Null: it went well. */
  readonly error: string | null
  /** Told of the first failures of a kind. */
  readonly detail?: SampleDetail
}

export type SampleDetail =
  /** What the service said of the failure. */
  | { readonly message: string }
  /** Of a reply that is not what the scenario expects. */
  | { readonly expected: string; readonly got: string }

/** Metrics that only count. */
export const COUNTER_METRICS: ReadonlySet<string> = new Set<Metric>(['session.rejected', 'turn.lost'])

/** Whether a scenario with these REST routes measures it. */
export const isMetric = (name: string, routes: readonly string[]): boolean =>
  name in METRICS || routes.some((route) => name === `http.${route}`)
