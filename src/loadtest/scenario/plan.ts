import { parseDurationMs } from './duration.js'
import type { Scenario, ScenarioStep } from './scenario.js'

export type Load =
  /** A closed model: a constant number of players. `everyMs` null: each begins the next round at once. */
  | { readonly kind: 'players'; readonly players: number; readonly everyMs: number | null }
  /** An open model: players arrive whether or not the service keeps up. */
  | {
      readonly kind: 'arrivals'
      readonly perSecond: number
      readonly spacing: 'poisson' | 'even'
      readonly rounds: number
    }

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
  return {
    name: file.name ?? name,
    characterId,
    load: loadOf(file.load),
    durationMs: millisecondsOf(file.duration),
    rampMs: millisecondsOf(file.ramp ?? '0s'),
    warmupMs: millisecondsOf(file.warmup ?? '0s'),
    turnTimeoutMs: file.turnTimeout === undefined ? TURN_TIMEOUT_MS : millisecondsOf(file.turnTimeout),
    withAudio: file.audio ?? file.steps.some((step) => 'voice' in step),
    seed: file.seed ?? 1,
    steps: file.steps,
    scenarioHash,
  }
}

function loadOf(load: Scenario['load']): Load {
  if ('players' in load) {
    const everyMs = load.every === undefined ? null : millisecondsOf(load.every)
    return { kind: 'players', players: load.players, everyMs }
  }
  const { arrivalsPerSecond: perSecond, spacing = 'poisson', rounds = 1 } = load
  return { kind: 'arrivals', perSecond, spacing, rounds }
}

/** Parses a duration that the schema has validated. */
export const millisecondsOf = (text: string): number => parseDurationMs(text) ?? 0

/** The scheduled arrivals in order, in milliseconds since the start; deterministic for a seed. */
export function arrivalTimes({ load, rampMs, durationMs, seed }: LoadTestPlan): number[] {
  if (load.kind === 'players') {
    return Array.from({ length: load.players }, (_, index) => (index * rampMs) / load.players)
  }
  const random = createRandom(seed)
  const step = load.spacing === 'even' ? () => 1 : () => -Math.log(1 - random())
  const starts: number[] = []
  for (let due = step(); ; due += step()) {
    const at = arrivalTime(due, { perMs: load.perSecond / 1000, rampMs })
    if (at >= durationMs) return starts
    starts.push(at)
  }
}

/** The time at which `due` players have arrived, for a rate that grows linearly over the ramp and then stays constant. */
function arrivalTime(due: number, { perMs, rampMs }: { perMs: number; rampMs: number }): number {
  const inRamp = (perMs * rampMs) / 2
  return due <= inRamp ? Math.sqrt((2 * due * rampMs) / perMs) : rampMs + (due - inRamp) / perMs
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
