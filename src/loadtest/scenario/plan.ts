import { SECOND_MS } from '../../contract/durations.js'
import { parseDurationMs } from './duration.js'
import type { Scenario, ScenarioStep } from './scenario.js'

export type Load =
  /** A closed model: a constant number of players. `everyMs` null: each begins the next round at once. */
  | { readonly kind: 'players'; readonly players: number; readonly everyMs: number | null }
  /** An open model: players arrive whether or not the service keeps up. */
  | {
      readonly kind: 'arrivals'
      readonly stages: readonly Stage[]
      readonly spacing: 'poisson' | 'even'
      readonly rounds: number
    }

/** A time in which the arrivals per millisecond change evenly; after the last one they stay as they are. */
type Stage = { readonly ms: number; readonly from: number; readonly to: number }

/** A scenario with its defaults applied. Plain data, so that it can be sent to another process. */
export type LoadTestPlan = {
  readonly name: string
  readonly characterId: string
  readonly load: Load
  readonly durationMs: number
  readonly rampMs: number
  readonly warmupMs: number
  readonly turnTimeoutMs: number
  readonly withAudio: boolean
  readonly seed: number
  readonly steps: readonly ScenarioStep[]
  readonly scenarioHash: string
}

const TURN_TIMEOUT_MS = 30_000

/** Applies the defaults of a scenario; `characterId` is the id of the character that it names. */
export function createPlan(
  file: Scenario,
  { name, characterId, scenarioHash }: Pick<LoadTestPlan, 'name' | 'characterId' | 'scenarioHash'>,
): LoadTestPlan {
  const rampMs = millisecondsOf(file.ramp ?? '0s')
  return {
    name: file.name ?? name,
    characterId,
    load: loadOf(file.load, rampMs),
    durationMs: file.duration === undefined ? stagesMs(file.load) : millisecondsOf(file.duration),
    rampMs,
    warmupMs: millisecondsOf(file.warmup ?? '0s'),
    turnTimeoutMs: file.turnTimeout === undefined ? TURN_TIMEOUT_MS : millisecondsOf(file.turnTimeout),
    withAudio: file.audio ?? file.steps.some((step) => 'voice' in step),
    seed: file.seed ?? 1,
    steps: file.steps,
    scenarioHash,
  }
}

function loadOf(load: Scenario['load'], rampMs: number): Load {
  if ('players' in load) {
    const everyMs = load.every === undefined ? null : millisecondsOf(load.every)
    return { kind: 'players', players: load.players, everyMs }
  }
  const { spacing = 'poisson', rounds = 1 } = load
  const stages =
    'stages' in load ? stagesOf(load.stages) : [rampTo(load.arrivalsPerSecond / SECOND_MS, rampMs)]
  return { kind: 'arrivals', stages, spacing, rounds }
}

const rampTo = (to: number, ms: number): Stage => ({ ms, from: 0, to })

function stagesOf(stages: Extract<Scenario['load'], { stages: unknown }>['stages']): Stage[] {
  let from = 0
  return stages.map((stage) => {
    const to = stage.to / SECOND_MS
    const made = { ms: millisecondsOf(stage.for), from, to }
    from = to
    return made
  })
}

const stagesMs = (load: Scenario['load']): number =>
  'stages' in load ? load.stages.reduce((sum, stage) => sum + millisecondsOf(stage.for), 0) : 0

/** Parses a duration that the schema has validated. */
export const millisecondsOf = (text: string): number => parseDurationMs(text) ?? 0

/** The scheduled arrivals in order, in milliseconds since the start; deterministic for a seed. */
export function arrivalTimes({ load, rampMs, durationMs, seed }: LoadTestPlan): number[] {
  if (load.kind === 'players') {
    return Array.from({ length: load.players }, (_, index) => (index * rampMs) / load.players)
  }
  const random = createRandom(seed)
  const step = load.spacing === 'even' ? () => 1 : () => -Math.log(1 - random())
  const timeOf = arrivalClock(load.stages)
  const starts: number[] = []
  for (let due = step(); ; due += step()) {
    const at = timeOf(due)
    if (at >= durationMs) return starts
    starts.push(at)
  }
}

/** The time at which so many players have arrived; to be asked for rising numbers. Infinity: as many never do. */
function arrivalClock(stages: readonly Stage[]): (due: number) => number {
  const last = stages.at(-1)?.to ?? 0
  let [stage, startedAt, before] = [0, 0, 0]
  return (due) => {
    for (let one = stages[stage]; one !== undefined; one = stages[stage]) {
      const { ms, from, to } = one
      const within = ((from + to) / 2) * ms
      const missing = due - before
      if (missing <= within && within > 0) {
        // The stable solution of from·t + (to - from)/(2·ms)·t² = missing.
        const root = Math.sqrt(Math.max(0, from * from + (2 * (to - from) * missing) / ms))
        return startedAt + Math.min(ms, (2 * missing) / (from + root))
      }
      startedAt += ms
      before += within
      stage += 1
    }
    return last === 0 ? Number.POSITIVE_INFINITY : startedAt + (due - before) / last
  }
}

/** A seeded generator of numbers from 0 to 1: mulberry32 (T. Ettinger, 2017). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
