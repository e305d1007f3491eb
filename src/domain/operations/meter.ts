import { type RequestCount, STAGE_BUCKETS, type TurnStage } from '../../contract/staff.js'
import type { MeasuredTurn, Meter } from './ports.js'

type Entry = { -readonly [Field in keyof RequestCount]: RequestCount[Field] }

/** Counts in memory, starting at zero with the process. */
export function createMeter(): Meter {
  // Keyed by route, method and status only, so that the number of entries is bounded by the API.
  const requests = new Map<string, Entry[]>()
  const messages = { user: 0, assistant: 0 }
  const turns = { started: 0, failed: 0 }
  const stageTimes = createStageTimes()
  let sessionsOpened = 0

  return {
    countRequest: ({ method, route, status, seconds }) => {
      const entries = requests.get(route) ?? []
      const entry = entries.find((one) => one.status === status && one.method === method)
      if (entry === undefined) {
        requests.set(route, [...entries, { method, route, status, count: 1, seconds }])
        return
      }
      entry.count += 1
      entry.seconds += seconds
    },
    countSession: () => {
      sessionsOpened += 1
    },
    countTurn: () => {
      turns.started += 1
    },
    countFailedTurn: () => {
      turns.failed += 1
    },
    countMessage: (role) => {
      messages[role] += 1
    },
    measureTurn: stageTimes.add,
    read: () => ({
      requests: [...requests.values()].flat().map((entry) => ({ ...entry })),
      sessionsOpened,
      turns: { ...turns },
      messages: { ...messages },
      turnStages: stageTimes.read(),
    }),
  }
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

/** Sums the stage times of voice turns; a stage that a turn did not reach is not counted. */
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
