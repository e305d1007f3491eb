import { SECOND_MS } from '../../contract/durations.js'
import { isObject } from '../../contract/is-object.js'
import { METRICS } from '../results/metrics.js'
import type { Scenario } from '../scenario/scenario.js'
import { importFlow } from './artillery-flow.js'
import { uniqueLabels } from './labels.js'
import { type ImportedLoad, ONE_PLAYER, type RateStage, writeLoad } from './loads.js'
import { amountOf, durationMsOf, formatDuration, join, type Notes, type Values, valuesOf } from './notes.js'

export type ImportedScenario = Omit<Scenario, 'character'>
type WeightedScenarios = NonNullable<Scenario['scenarios']>

const MAX_SCENARIOS = 50
/** The name of the engine in docs/deploy/artillery-engine-parley. */
const OUR_ENGINE = 'parley'

export const isArtilleryScript = (value: Values): boolean =>
  isObject(value['config']) || Array.isArray(value['scenarios'])

/** The character that the script names for the engine in docs/deploy/artillery-engine-parley. */
export function artilleryCharacter({ config }: Values): string | undefined {
  const { character } = valuesOf(valuesOf(valuesOf(config)['engines'])[OUR_ENGINE])
  return typeof character === 'string' && character !== '' ? character : undefined
}

/** Takes over the phases, scenarios and flows of an Artillery script as far as ours have the same. */
export function importArtillery(script: Values, notes: Notes): ImportedScenario {
  const config = valuesOf(script['config'])
  notes.addOthers(script, '', ['config', 'scenarios'])
  notes.addOthers(config, 'config', ['target', 'phases', 'mode', 'http', 'engines', 'ensure'])
  notes.addOthers(valuesOf(config['engines']), 'config.engines', [OUR_ENGINE])
  notes.addOthers(valuesOf(config['http']), 'config.http', ['timeout'])
  const { target } = config
  if (target !== undefined) notes.add('config.target', 'give the address with --base-url')
  const load = importPhases(config['phases'], notes)
  const written = writeLoad(load, 'config.phases', notes)
  const isPoisson = config['mode'] === 'poisson' && !('players' in written.load)
  const timeout = durationMsOf(valuesOf(config['http'])['timeout'], SECOND_MS)
  const scenarios = importScenarios(script['scenarios'], typeof target === 'string' ? target : '', notes)
  const thresholds = importEnsure(valuesOf(config['ensure']), notes)
  const [only] = scenarios
  return {
    ...written,
    ...(isPoisson && { load: { ...written.load, spacing: 'poisson' } as Scenario['load'] }),
    ...(timeout !== undefined && timeout > 0 && { turnTimeout: formatDuration(timeout) }),
    ...(only !== undefined && scenarios.length === 1 ? { steps: only.steps } : { scenarios }),
    ...(thresholds.length > 0 && { thresholds }),
  }
}

function importPhases(phases: unknown, notes: Notes): ImportedLoad {
  const all = Array.isArray(phases) ? phases : []
  const rates = all.flatMap((phase, index) => importPhase(valuesOf(phase), `config.phases[${index}]`, notes))
  if (rates.some(({ ms, from, to }) => ms > 0 && Math.max(from, to) > 0)) return { kind: 'rates', rates }
  notes.add('config.phases', 'no phase has arrivals; one player for a minute stands there')
  return ONE_PLAYER
}

const PHASE_KEYS = ['duration', 'arrivalRate', 'rampTo', 'arrivalCount', 'pause', 'name']

function importPhase(phase: Values, path: string, notes: Notes): RateStage[] {
  notes.addOthers(phase, path, PHASE_KEYS)
  const pause = durationMsOf(phase['pause'], SECOND_MS)
  if (pause !== undefined) return [{ ms: pause, from: 0, to: 0 }]
  const ms = durationMsOf(phase['duration'], SECOND_MS)
  if (ms === undefined || ms === 0) {
    notes.add(join(path, 'duration'), 'it is no time')
    return []
  }
  const count = amountOf(phase['arrivalCount'])
  if (count !== undefined) {
    const rate = count / (ms / SECOND_MS)
    return [{ ms, from: rate, to: rate }]
  }
  const from = amountOf(phase['arrivalRate'])
  const to = amountOf(phase['rampTo'])
  if (from === undefined && to === undefined) {
    notes.add(join(path, 'arrivalRate'), 'it is no number')
    return []
  }
  return [{ ms, from: from ?? 0, to: to ?? from ?? 0 }]
}

function importScenarios(scenarios: unknown, target: string, notes: Notes): WeightedScenarios {
  const all = Array.isArray(scenarios) ? scenarios.map(valuesOf) : []
  if (all.length > MAX_SCENARIOS) notes.add('scenarios', `only the first ${MAX_SCENARIOS} are taken over`)
  const names = uniqueLabels(all.map(({ name }) => name))
  const imported = all.slice(0, MAX_SCENARIOS).flatMap((scenario, index) => {
    const path = `scenarios[${index}]`
    const { flow, engine, weight } = scenario
    notes.addOthers(scenario, path, ['name', 'flow', 'engine', 'weight'])
    const steps = importFlow(Array.isArray(flow) ? flow : [], `${path}.flow`, {
      target,
      notes,
      isOurs: engine === OUR_ENGINE,
    })
    const share = weight === undefined ? 1 : amountOf(weight)
    if (share === undefined || share === 0) notes.add(join(path, 'weight'), 'nobody would play it')
    else if (steps.length === 0) notes.add(join(path, 'flow'), 'no step of it can be played')
    else if (share > MAX_WEIGHT) notes.add(join(path, 'weight'), `it is more than ${MAX_WEIGHT}`)
    else return [{ name: names[index] ?? '', ...(weight !== undefined && { weight: share }), steps }]
    return []
  })
  if (imported.length > 0) return imported
  notes.add('scenarios', 'none can be played; a player who says Hello stands there')
  return [{ name: 'greeting', steps: [{ text: 'Hello' }] }]
}

const MAX_WEIGHT = 1_000_000

const STATISTICS: Readonly<Record<string, string>> = {
  ...{ min: 'min', max: 'max', mean: 'mean', median: 'p50', p50: 'p50', p90: 'p90', p95: 'p95', p99: 'p99' },
  p999: 'p999',
}

/** Thresholds on what the engine in docs/deploy/artillery-engine-parley measures; the others are of other requests. */
function importEnsure(ensure: Values, notes: Notes): string[] {
  const { thresholds } = ensure
  notes.addOthers(ensure, 'config.ensure', ['thresholds'])
  return (Array.isArray(thresholds) ? thresholds : []).flatMap((one, index) =>
    Object.entries(valuesOf(one)).flatMap(([key, value]) => {
      const metric = key.slice(OUR_ENGINE.length + 1, key.lastIndexOf('.'))
      const statistic = STATISTICS[key.slice(key.lastIndexOf('.') + 1)]
      const limit = amountOf(value)
      if (
        key.startsWith(`${OUR_ENGINE}.`) &&
        Object.hasOwn(METRICS, metric) &&
        statistic &&
        limit !== undefined
      )
        return [`${metric}.${statistic}<${limit}`]
      notes.add(`config.ensure.thresholds[${index}].${key}`, 'parley measures nothing like it')
      return []
    }),
  )
}
