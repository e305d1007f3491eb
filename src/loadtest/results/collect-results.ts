import type { CheckDefinition } from '../scenario/checks.js'
import { createCheckResults } from './check-results.js'
import type { CountedTime, Sample } from './metrics.js'
import type { LoadTestResult } from './result.js'
import { createSlowestReplies } from './slowest-replies.js'
import { createStatistics } from './statistics.js'
import { createSubmetrics } from './submetrics.js'
import { createTurnFailures } from './turn-failures.js'

type Part = Required<Pick<LoadTestResult, 'part'>>['part']
type Measured = Pick<LoadTestResult, 'metrics' | 'failures' | 'unexpectedReplies'> &
  Required<Pick<LoadTestResult, 'submetrics' | 'checks' | 'slowestReplies'>>

export type ResultCollector = {
  /** Adds a sample that counts. */
  add(sample: Sample): void
  /** Adds what another machine has measured in the same run. */
  addPart(
    result: Omit<Measured, 'submetrics' | 'checks' | 'slowestReplies'> &
      Pick<LoadTestResult, 'checks' | 'slowestReplies'>,
    part: Part,
  ): void
  measured(counted: CountedTime): Measured
  /** What a part hands on to be merged. */
  counts(): Required<Pick<Part, 'counts' | 'labelledCounts'>>
}

/** Collects what a run measures with these checks, but for its timeline, which has the warm-up, too. */
export function createResultCollector(definitions: readonly CheckDefinition[]): ResultCollector {
  const statistics = createStatistics()
  const submetrics = createSubmetrics()
  const checks = createCheckResults(definitions)
  const failures = createTurnFailures()
  const slowest = createSlowestReplies()
  return {
    add(sample) {
      statistics.add(sample)
      submetrics.add(sample)
      checks.add(sample)
      failures.add(sample)
      slowest.add(sample)
    },
    addPart(result, part) {
      for (const counts of part.counts) statistics.addCounts(counts)
      submetrics.addCounts(part.labelledCounts ?? [])
      checks.addPart(result.checks ?? [])
      failures.addPart(result)
      slowest.addPart(result.slowestReplies ?? [])
    },
    measured: (counted) => ({
      metrics: statistics.summarise(counted),
      submetrics: submetrics.summarise(counted),
      checks: checks.results(),
      failures: failures.byCause(),
      unexpectedReplies: failures.unexpectedReplies(),
      slowestReplies: slowest.list(),
    }),
    counts: () => ({ counts: statistics.counts(), labelledCounts: submetrics.counts() }),
  }
}
