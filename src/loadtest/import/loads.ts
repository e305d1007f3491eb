import { SECOND_MS } from '../../contract/durations.js'
import type { Scenario } from '../scenario/scenario.js'
import { formatDuration, type Notes } from './notes.js'

/** A load of another tool in terms of ours; rates are arrivals per second. */
export type ImportedLoad =
  | {
      readonly kind: 'players'
      readonly players: number
      readonly rampMs: number
      readonly durationMs: number
    }
  | { readonly kind: 'rates'; readonly rates: readonly RateStage[] }

export type RateStage = { readonly ms: number; readonly from: number; readonly to: number }

type ScenarioLoad = Pick<Scenario, 'load' | 'duration' | 'ramp'>

const MAX_PLAYERS = 20_000
const MAX_RATE = 10_000
const MAX_STAGES = 100

/** Writes a load as a scenario has it. What is too much for a scenario is cut, and noted. */
export function writeLoad(load: ImportedLoad, path: string, notes: Notes): ScenarioLoad {
  if (load.kind === 'rates') return writeRates(load.rates, path, notes)
  const { players, rampMs, durationMs } = load
  if (players > MAX_PLAYERS) notes.add(path, `${players} players are more than the ${MAX_PLAYERS} of a file`)
  return {
    load: { players: Math.max(1, Math.min(MAX_PLAYERS, Math.round(players))) },
    ...(rampMs > 0 && { ramp: formatDuration(rampMs) }),
    duration: formatDuration(durationMs),
  }
}

/** What stands where a file has no load that ours has: one player for a minute. */
export const ONE_PLAYER: ImportedLoad = { kind: 'players', players: 1, rampMs: 0, durationMs: 60 * SECOND_MS }

function writeRates(rates: readonly RateStage[], path: string, notes: Notes): ScenarioLoad {
  const [only] = rates
  if (only !== undefined && rates.length === 1 && only.from === only.to && only.to > 0 && only.to <= MAX_RATE)
    return {
      load: { arrivalsPerSecond: only.to, spacing: 'even' },
      duration: formatDuration(only.ms),
    }
  if (rates.some(({ from, to }) => Math.max(from, to) > MAX_RATE))
    notes.add(path, `rates are cut to ${MAX_RATE} arrivals per second`)
  const stages: { for: string; to: number }[] = []
  let rate = 0
  for (const { ms, from, to } of rates) {
    // A stage without a time jumps: ours change evenly from the rate of the one before.
    if (from !== rate) stages.push({ for: '0s', to: Math.min(MAX_RATE, from) })
    stages.push({ for: formatDuration(ms), to: Math.min(MAX_RATE, to) })
    rate = to
  }
  if (stages.length > MAX_STAGES) notes.add(path, `only the first ${MAX_STAGES} stages are taken over`)
  return { load: { stages: stages.slice(0, MAX_STAGES), spacing: 'even' } }
}
