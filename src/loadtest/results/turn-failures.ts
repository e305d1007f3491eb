import { isAfterWarmup, type Sample } from './metrics.js'
import type { LoadTestResult } from './result.js'

/** Maximum number of unexpected replies in a result. */
export const MAX_DETAILED_FAILURES = 5
const MAX_REPLY_CHARACTERS = 300

export type TurnFailures = {
  add(sample: Sample): void
  /** The number of failed turns by cause, with the first message of the service. */
  byCause(): LoadTestResult['failures']
  unexpectedReplies(): LoadTestResult['unexpectedReplies']
  /** Adds what another machine has collected of the same run. */
  addPart(part: Pick<LoadTestResult, 'failures' | 'unexpectedReplies'>): void
}

/** Collects why turns failed: counts of all, texts of the first ones. */
export function createTurnFailures(): TurnFailures {
  const causes = new Map<string, { count: number; message: string | null }>()
  const replies: { expected: string; got: string }[] = []
  const count = (error: string, times: number, message: string | null) => {
    const known = causes.get(error)
    causes.set(error, { count: (known?.count ?? 0) + times, message: known?.message ?? message })
  }
  const keep = (reply: { expected: string; got: string }) => {
    if (replies.length < MAX_DETAILED_FAILURES) replies.push(reply)
  }
  return {
    add({ metric, error, detail }) {
      if (error === null || (metric !== 'turn.complete' && metric !== 'turn.lost')) return
      count(error, 1, detail !== undefined && 'message' in detail ? detail.message : null)
      if (detail !== undefined && 'expected' in detail) keep(detail)
    },
    byCause: () => [...causes].map(([error, one]) => ({ error, ...one })),
    unexpectedReplies: () => [...replies],
    addPart(part) {
      for (const failure of part.failures) count(failure.error, failure.count, failure.message)
      for (const reply of part.unexpectedReplies) keep(reply)
    },
  }
}

/** Cuts a text to the length that a result stores. */
export const truncateReply = (text: string): string =>
  text.length <= MAX_REPLY_CHARACTERS ? text : `${text.slice(0, MAX_REPLY_CHARACTERS - 1)}…`

/**
 * Removes details from all but the first samples of each kind: sending every text would load the generator. The warm-up
 * is not counted, so its details are of no use.
 */
export function limitDetails(
  record: (sample: Sample) => void,
  warmup: { readonly warmupMs: number },
): (sample: Sample) => void {
  const counts = new Map<string, number>()
  return (sample) => {
    const { detail, ...rest } = sample
    if (detail === undefined) return record(sample)
    if (!isAfterWarmup(sample, warmup)) return record(rest)
    const key = `${sample.metric} ${sample.error}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    record(count <= MAX_DETAILED_FAILURES ? sample : rest)
  }
}
