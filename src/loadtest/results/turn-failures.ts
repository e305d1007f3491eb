import type { Sample } from './metrics.js'
import type { LoadTestResult } from './result.js'

/** Maximum number of unexpected replies in a result. */
export const MAX_DETAILED_FAILURES = 5
const MAX_REPLY_CHARACTERS = 300

export type TurnFailures = {
  add(sample: Sample): void
  /** The number of failed turns by cause, with the first message of the service. */
  byCause(): LoadTestResult['failures']
  unexpectedReplies(): LoadTestResult['unexpectedReplies']
}

/** Collects why turns failed: counts of all, texts of the first ones. */
export function createTurnFailures(): TurnFailures {
  const causes = new Map<string, { count: number; message: string | null }>()
  const replies: { expected: string; got: string }[] = []
  return {
    add({ metric, error, detail }) {
      if (error === null || (metric !== 'turn.complete' && metric !== 'turn.lost')) return
      const known = causes.get(error)
      const message = known?.message ?? (detail !== undefined && 'message' in detail ? detail.message : null)
      causes.set(error, { count: (known?.count ?? 0) + 1, message })
      if (detail !== undefined && 'expected' in detail && replies.length < MAX_DETAILED_FAILURES)
        replies.push(detail)
    },
    byCause: () => [...causes].map(([error, one]) => ({ error, ...one })),
    unexpectedReplies: () => [...replies],
  }
}

/** Cuts a text to the length that a result stores. */
export const truncateReply = (text: string): string =>
  text.length <= MAX_REPLY_CHARACTERS ? text : `${text.slice(0, MAX_REPLY_CHARACTERS - 1)}…`

/** Removes details from all but the first samples of each kind: sending every text would load the generator. */
export function limitDetails(record: (sample: Sample) => void): (sample: Sample) => void {
  const counts = new Map<string, number>()
  return (sample) => {
    const { detail, ...rest } = sample
    if (detail === undefined) return record(sample)
    const key = `${sample.metric} ${sample.error}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    record(count <= MAX_DETAILED_FAILURES ? sample : rest)
  }
}
