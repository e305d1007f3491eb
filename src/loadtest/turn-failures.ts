import type { Sample } from './metrics.js'
import type { LoadTestResult } from './result.js'

/** Unexpected replies that a result keeps. */
export const MAX_DETAILED_FAILURES = 5
const MAX_REPLY_CHARACTERS = 300

export type TurnFailures = {
  add(sample: Sample): void
  /** How often each cause made a turn fail, with the first message of the service about it. */
  byCause(): LoadTestResult['failures']
  unexpectedReplies(): LoadTestResult['unexpectedReplies']
}

/** Keeps why turns failed: the counts of all, the texts of the first ones. */
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

/** A text as a result keeps it. */
export const truncateReply = (text: string): string =>
  text.length <= MAX_REPLY_CHARACTERS ? text : `${text.slice(0, MAX_REPLY_CHARACTERS - 1)}…`

/** Passes on the details of the first samples that have any: the texts of all would be a load of their own. */
export function limitDetails(record: (sample: Sample) => void): (sample: Sample) => void {
  const told = new Map<string, number>()
  return (sample) => {
    const { detail, ...rest } = sample
    if (detail === undefined) return record(sample)
    const key = `${sample.metric} ${sample.error}`
    const count = (told.get(key) ?? 0) + 1
    told.set(key, count)
    record(count <= MAX_DETAILED_FAILURES ? sample : rest)
  }
}
