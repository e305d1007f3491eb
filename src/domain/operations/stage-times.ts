import type { ServerEvents } from '../../contract/events.js'
import { STAGE_BUCKETS, type TurnStage } from '../../contract/staff.js'

/** How long the stages of a turn took. */
export type MeasuredTurn = {
  readonly endedBy: TurnStage['endedBy']
  readonly metrics: ServerEvents['turn_metrics']
}

type Times = { count: number; seconds: number; buckets: number[] }

const STAGES = [
  'endpoint_wait',
  'queue_wait',
  'memory',
  'dispatch_context',
  'llm_ttft',
  'llm_total',
  'tts_engaged',
  'tts_first_audio',
  'tts_total',
  'server_process',
] as const

/** Sums what turns with sound measured, from zero at every start; a stage that a turn never reached is not counted. */
export function createStageTimes() {
  const times = new Map<TurnStage['endedBy'], Map<string, Times>>()
  const timesOf = (endedBy: TurnStage['endedBy'], stage: string): Times => {
    const stages = times.get(endedBy) ?? new Map<string, Times>()
    times.set(endedBy, stages)
    const found = stages.get(stage) ?? { count: 0, seconds: 0, buckets: STAGE_BUCKETS.map(() => 0) }
    stages.set(stage, found)
    return found
  }
  return {
    add: ({ endedBy, metrics }: MeasuredTurn): void => {
      for (const stage of STAGES) {
        const ms = metrics[`${stage}_ms`]
        if (ms === null || ms === undefined) continue
        const found = timesOf(endedBy, stage)
        found.count += 1
        found.seconds += ms / 1000
        for (const [at, most] of STAGE_BUCKETS.entries())
          if (ms / 1000 <= most) found.buckets[at] = (found.buckets[at] ?? 0) + 1
      }
    },
    read: (): TurnStage[] =>
      [...times].flatMap(([endedBy, stages]) =>
        [...stages].map(([stage, { count, seconds, buckets }]) => ({
          stage,
          endedBy,
          count,
          seconds,
          buckets: [...buckets],
        })),
      ),
  }
}
