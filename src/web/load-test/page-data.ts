/** The data that the command embeds in the page: `loadtest/1`, see `fixtures/loadtest.schema.json`. */
export type LoadTestPageData = {
  readonly scenario: string
  /** Equal in runs that can be compared. */
  readonly scenarioHash?: string
  readonly target: string
  /** Of the service, if it said. */
  readonly targetVersion?: string
  readonly startedAt: string
  readonly durationMs: number
  readonly warmupMs: number
  readonly isValid: boolean
  readonly generator: {
    readonly processes: number
    readonly eventLoopP99Ms: number
    /** A later p99 makes the run invalid. */
    readonly eventLoopLimitMs?: number
  }
  /** Whether a constant number of players played; absent in older files. */
  readonly load?: 'players' | 'arrivals'
  readonly metrics: readonly MetricRow[]
  /** The metrics by scenario, step and tag. */
  readonly submetrics?: readonly MetricRow[]
  readonly checks?: readonly {
    readonly kind: 'reply' | 'transcript' | 'status' | 'memory'
    readonly check: string
    readonly expected: string
    readonly labels: Readonly<Record<string, string>>
    readonly passes: number
    readonly failures: number
    /** What came instead, of the first failures. */
    readonly got: readonly string[]
  }[]
  /** Why turns failed; `second` is when the first of them did. */
  readonly failures: readonly {
    readonly error: string
    readonly count: number
    readonly message: string | null
    readonly second?: number
  }[]
  readonly unexpectedReplies: readonly {
    readonly expected: string
    readonly got: string
    readonly said?: string
    /** Its name, or `step 3`. */
    readonly step?: string
    readonly scenario?: string
    readonly second?: number
  }[]
  /** Absent in older files. */
  readonly slowestReplies?: readonly {
    readonly second: number
    readonly player: string
    readonly messageId: string | null
    readonly said?: string
    readonly step?: string
    readonly scenario?: string
    readonly sentAfterMs: number
    readonly firstTextMs: number
    readonly completeMs: number | null
  }[]
  readonly timeline: readonly {
    readonly second: number
    readonly playing: number
    readonly turns: number
    readonly errors: number
    readonly firstTextP95Ms: number | null
    /** Of the other metrics that were timed in it. */
    readonly p95Ms?: Readonly<Record<string, number>>
  }[]
  readonly server:
    | readonly {
        readonly second: number
        readonly eventLoopP99Ms: number
        /** Absent in older files. */
        readonly storeWrites?: number
        /** 0 if nothing was written. */
        readonly storeWriteP99Ms: number
        readonly rssBytes: number
        readonly heapUsedBytes: number
      }[]
    | null
  readonly thresholds: readonly {
    readonly threshold: string
    readonly value: number | null
    readonly isMet: boolean
  }[]
  readonly comparison:
    | readonly {
        readonly metric: string
        readonly statistic: string
        readonly base: number
        readonly value: number
        readonly ratio: number | null
      }[]
    | null
  /** The run that this one is compared with, as far as its file tells. */
  readonly base?: {
    readonly scenario: string
    readonly startedAt?: string
    readonly targetVersion?: string
    readonly durationMs?: number
    readonly isValid?: boolean
    readonly isPassed?: boolean
    readonly scenarioHash?: string
    /** The first places where the scenarios differ, as far as the files tell. */
    readonly differences?: readonly {
      readonly at: string
      readonly base?: string
      readonly now?: string
    }[]
  }
  /** The file of that run, and where its report lies, as seen from this page; absent where nobody said. */
  readonly baseFile?: { readonly name: string; readonly report?: string }
  /** The words that play this run again; absent in a merged one. */
  readonly repeat?: { readonly scenario: string; readonly words: readonly string[] }
  /** What of that run is drawn beside this one. */
  readonly baseRun?: {
    readonly timeline: LoadTestPageData['timeline']
    readonly metrics: readonly MetricRow[]
    readonly generator?: LoadTestPageData['generator']
    readonly server?: LoadTestPageData['server']
    readonly thresholds?: LoadTestPageData['thresholds']
  }
}

export type MetricRow = {
  readonly metric: string
  readonly count: number
  readonly errors: Readonly<Record<string, number>>
  readonly perSecond: number
  readonly distribution?: readonly { readonly percentile: number; readonly ms: number }[]
} & Readonly<Record<'min' | 'mean' | 'p50' | 'p90' | 'p95' | 'p99' | 'p999' | 'max', number>>

/** What a cell shows; a judgement is also told by its colour, and a note stands under the text. */
export type Cell =
  | string
  | { readonly text: string; readonly judgement?: 'better' | 'worse' | 'same'; readonly note?: string }
