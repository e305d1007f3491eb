import { type Static, Type } from 'typebox'
import { SECOND_MS } from '../../contract/durations.js'
import type { LoadTestPlan } from '../scenario/plan.js'
import { isCounted, type Sample } from './metrics.js'

/** So many are kept of the slowest first texts, and of the slowest whole replies. */
export const MAX_SLOWEST = 5

const SlowReplySchema = Type.Object({
  second: Type.Integer({ description: 'Of the run, in which its first text came' }),
  player: Type.String(),
  messageId: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the reply, for `parley turns show`; null: it did not end',
  }),
  said: Type.Optional(Type.String({ description: 'By the player, as text' })),
  step: Type.Optional(
    Type.String({ description: 'Its name, or which one of its scenario it is, such as `step 3`' }),
  ),
  scenario: Type.Optional(Type.String()),
  sentAfterMs: Type.Number({
    minimum: 0,
    description: 'From its scheduled start until it was asked for: the reply before was not over',
  }),
  firstTextMs: Type.Number({ minimum: 0, description: 'From its scheduled start, like all times' }),
  completeMs: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'To the end of its text; null: it did not end',
  }),
})
export const SlowestRepliesSchema = Type.Array(SlowReplySchema, {
  maxItems: 2 * MAX_SLOWEST,
  description: 'Whose first text came last, and which took longest; absent in older files',
})
export type SlowReply = Static<typeof SlowReplySchema>

const RANKS: readonly ((reply: Pick<SlowReply, 'firstTextMs' | 'completeMs'>) => number)[] = [
  ({ firstTextMs }) => firstTextMs,
  ({ completeMs }) => completeMs ?? 0,
]

export type SlowestReplies = {
  add(sample: Sample): void
  /** Adds what another machine has kept of the same run. */
  addPart(replies: readonly SlowReply[]): void
  /** The slowest first texts first. */
  list(): SlowReply[]
}

/** Keeps the slowest of the replies that samples describe. */
export function createSlowestReplies(): SlowestReplies {
  let kept: SlowReply[] = []
  const keep = (reply: SlowReply) => {
    const all = [...kept, reply]
    const slowest = RANKS.map((rank) => [...all].sort((a, b) => rank(b) - rank(a)).slice(0, MAX_SLOWEST))
    kept = all.filter((one) => slowest.some((ranked) => ranked.includes(one)))
  }
  return {
    add({ at, ms, reply, labels }) {
      if (reply === undefined) return
      const { player = '', ...rest } = reply
      const scenario = labels?.['scenario']
      keep({
        ...{ second: Math.floor((at + ms) / SECOND_MS), player, ...rest, firstTextMs: Math.max(0, ms) },
        ...(scenario !== undefined && { scenario }),
      })
    },
    addPart: (replies) => replies.forEach(keep),
    list: () => [...kept].sort((a, b) => b.firstTextMs - a.firstTextMs),
  }
}

/** Removes from all samples but those of replies that are among the slowest until then which reply it was. */
export function limitReplies(
  record: (sample: Sample) => void,
  plan: Pick<LoadTestPlan, 'warmupMs' | 'load'>,
): (sample: Sample) => void {
  const slowest = RANKS.map((): number[] => [])
  return (sample) => {
    const { reply, ...rest } = sample
    if (reply === undefined || !isCounted(sample, plan)) return record(rest)
    const times = { firstTextMs: sample.ms, completeMs: reply.completeMs }
    let isSlow = false
    for (const [index, rank] of RANKS.entries()) {
      const ranked = slowest[index] ?? []
      const ms = rank(times)
      if (ranked.length >= MAX_SLOWEST && ms <= (ranked.at(-1) ?? 0)) continue
      isSlow = true
      ranked.push(ms)
      ranked.sort((a, b) => b - a)
      ranked.splice(MAX_SLOWEST)
    }
    return record(isSlow ? sample : rest)
  }
}
