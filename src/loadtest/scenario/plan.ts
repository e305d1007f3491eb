import { SECOND_MS } from '../../contract/durations.js'
import { type CheckDefinition, type PlannedStep, planChecks } from './checks.js'
import { millisecondsOf, runMs, type Scenario, scenariosOf } from './scenario.js'

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
  readonly seed: number
  readonly scenarios: readonly PlannedScenario[]
  readonly checks: readonly CheckDefinition[]
  readonly scenarioHash: string
}

/** What some of the players do; `name` is null where all do the same. */
export type PlannedScenario = {
  readonly name: string | null
  readonly weight: number
  /** Whether its players hear the replies. */
  readonly withAudio: boolean
  readonly steps: readonly PlannedStep[]
}

const TURN_TIMEOUT_MS = 30_000

/** Applies the defaults of a scenario; `characterId` is the id of the character that it names. */
export function createPlan(
  file: Scenario,
  { name, characterId, scenarioHash }: Pick<LoadTestPlan, 'name' | 'characterId' | 'scenarioHash'>,
): LoadTestPlan {
  const rampMs = millisecondsOf(file.ramp ?? '0s')
  const scenarios = scenariosOf(file)
  const { checks, steps } = planChecks(scenarios)
  return {
    name: file.name ?? name,
    characterId,
    load: loadOf(file.load, rampMs),
    durationMs: runMs(file),
    rampMs,
    warmupMs: millisecondsOf(file.warmup ?? '0s'),
    turnTimeoutMs: file.turnTimeout === undefined ? TURN_TIMEOUT_MS : millisecondsOf(file.turnTimeout),
    seed: file.seed ?? 1,
    scenarios: scenarios.map(({ name, weight, steps: own }, index) => ({
      name,
      weight,
      withAudio: file.audio ?? own.some((step) => 'voice' in step),
      steps: steps[index] ?? [],
    })),
    checks,
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

/**
 * The scenario of a player, by chance according to the weights. It depends on the seed and the number of the player alone,
 * so it is the same however many processes and machines play.
 */
export function scenarioOfPlayer(
  { scenarios, seed }: Pick<LoadTestPlan, 'scenarios' | 'seed'>,
  index: number,
): PlannedScenario | undefined {
  const total = scenarios.reduce((sum, { weight }) => sum + weight, 0)
  // Other numbers than those of the arrivals and of the pauses: they would depend on each other.
  let rest = createRandom(Math.imul(seed + 1, 0x9e_37_79_b1) ^ Math.imul(index + 1, 0x85_eb_ca_6b))() * total
  const last = scenarios.at(-1)
  return (
    scenarios.find(({ weight }) => {
      rest -= weight
      return rest < 0
    }) ?? last
  )
}

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
