import { SECOND_MS } from '../../contract/durations.js'
import type { LoadTestPlan } from '../scenario/plan.js'
import { MAX_CHECK_SAMPLES } from './check-results.js'
import { isCounted, type Sample } from './metrics.js'
import type { LoadTestResult } from './result.js'

/** Maximum number of unexpected replies in a result. */
export const MAX_DETAILED_FAILURES = 5

export type TurnFailures = {
  add(sample: Sample): void
  /** The number of failed turns by cause, with the first message of the service. */
  byCause(): LoadTestResult['failures']
  unexpectedReplies(): LoadTestResult['unexpectedReplies']
  /** Adds what another machine has collected of the same run. */
  addPart(part: Pick<LoadTestResult, 'failures' | 'unexpectedReplies'>): void
}

type Failure = LoadTestResult['failures'][number]

/** Collects why turns failed: counts of all, texts of the first ones. */
export function createTurnFailures(): TurnFailures {
  const causes = new Map<string, Failure>()
  const replies: LoadTestResult['unexpectedReplies'] = []
  const count = ({ error, count: times, message, second }: Failure) => {
    const known = causes.get(error)
    const seconds = [known?.second, second].filter((one) => one !== undefined)
    causes.set(error, {
      ...{ error, count: (known?.count ?? 0) + times, message: known?.message ?? message },
      ...(seconds.length > 0 && { second: Math.min(...seconds) }),
    })
  }
  const keep = (reply: LoadTestResult['unexpectedReplies'][number]) => {
    if (replies.length < MAX_DETAILED_FAILURES) replies.push(reply)
  }
  return {
    add({ metric, at, ms, error, detail, labels }) {
      if (error === null || (metric !== 'turn.complete' && metric !== 'turn.lost')) return
      const second = Math.floor((at + ms) / SECOND_MS)
      const message = detail !== undefined && 'message' in detail ? detail.message : null
      count({ error, count: 1, message, second })
      if (detail !== undefined && 'expected' in detail) {
        const scenario = labels?.['scenario']
        keep({ ...detail, second, ...(scenario !== undefined && { scenario }) })
      }
    },
    byCause: () => [...causes.values()],
    unexpectedReplies: () => [...replies],
    addPart(part) {
      for (const failure of part.failures) count(failure)
      for (const reply of part.unexpectedReplies) keep(reply)
    },
  }
}

/** A process sends at most so many texts of failed checks. */
const MAX_CHECK_TEXTS = 500

/**
 * Removes texts from all but the first samples of each kind, and of each check: sending every one would load the
 * generator. The warm-up is not counted, so its texts are of no use.
 */
export function limitDetails(
  record: (sample: Sample) => void,
  plan: Pick<LoadTestPlan, 'warmupMs' | 'load'>,
): (sample: Sample) => void {
  const counts = new Map<string, number>()
  const next = (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
  const isKept = (check: number) =>
    next(`check ${check}`) <= MAX_CHECK_SAMPLES && next('checks') <= MAX_CHECK_TEXTS
  return (sample) => {
    const { detail, checks, ...rest } = sample
    const counted = isCounted(sample, plan)
    const keepsDetail =
      detail !== undefined && counted && next(`${sample.metric} ${sample.error}`) <= MAX_DETAILED_FAILURES
    record({
      ...rest,
      ...(keepsDetail && { detail }),
      ...(checks !== undefined && {
        checks: checks.map(({ got, ...outcome }) =>
          got !== undefined && counted && isKept(outcome.check) ? { ...outcome, got } : outcome,
        ),
      }),
    })
  }
}
