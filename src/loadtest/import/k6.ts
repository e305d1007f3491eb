import { SECOND_MS } from '../../contract/durations.js'
import { isObject } from '../../contract/is-object.js'
import type { ImportedScenario } from './artillery.js'
import { importK6Thresholds } from './k6-thresholds.js'
import { uniqueLabels } from './labels.js'
import { type ImportedLoad, ONE_PLAYER, type RateStage, writeLoad } from './loads.js'
import { amountOf, durationMsOf, join, type Notes, type Values, valuesOf } from './notes.js'

export const isK6Options = (value: Values): boolean =>
  Array.isArray(value['stages']) ||
  isObject(value['scenarios']) ||
  amountOf(value['vus'] ?? undefined) !== undefined ||
  isObject(value['thresholds'])

/** A scenario of k6; `name` is null for the options of a script without any. */
type Executor = { readonly name: string | null; readonly path: string; readonly load: ImportedLoad }

/** What the script says stands in JavaScript, which is not read. */
const STEPS = [{ text: 'Hello' }]
const MAX_SCENARIOS = 50

/** Takes over the load and the thresholds of the options of a k6 script as far as ours have the same. */
export function importK6(options: Values, notes: Notes): ImportedScenario {
  notes.addOthers(options, '', ['stages', 'vus', 'duration', 'iterations', 'scenarios', 'thresholds'])
  const { load, path, shares } = together(executorsOf(options, notes), notes)
  notes.add(
    'default function',
    'what it does is JavaScript, which is not read: a step that says Hello stands there',
  )
  const thresholds = importK6Thresholds(
    valuesOf(options['thresholds']),
    shares.map(({ name }) => name),
    notes,
  )
  return {
    ...writeLoad(load, path, notes),
    ...(shares.length === 0
      ? { steps: STEPS }
      : { scenarios: shares.map(({ name, weight }) => ({ name, weight, steps: STEPS })) }),
    ...(thresholds.length > 0 && { thresholds }),
  }
}

function executorsOf(options: Values, notes: Notes): Executor[] {
  const scenarios = Object.entries(valuesOf(options['scenarios']))
  if (scenarios.length === 0) return [{ name: null, path: 'options', load: shortcutLoad(options, notes) }]
  if (scenarios.length > MAX_SCENARIOS)
    notes.add('scenarios', `only the first ${MAX_SCENARIOS} are taken over`)
  const names = uniqueLabels(scenarios.map(([name]) => name))
  return scenarios.slice(0, MAX_SCENARIOS).map(([key, value], index) => {
    const path = `scenarios.${key}`
    return { name: names[index] ?? key, path, load: executorLoad(valuesOf(value), path, notes) }
  })
}

/** The options without scenarios: stages or a number of virtual users. */
function shortcutLoad(options: Values, notes: Notes): ImportedLoad {
  if (Array.isArray(options['stages']) && options['stages'].length > 0)
    return rampingPlayers(options['stages'], amountOf(options['vus'] ?? undefined) ?? 0, {
      path: 'stages',
      notes,
    })
  return constantPlayers(options, '', notes)
}

const COMMON = ['executor', 'startTime', 'gracefulStop', 'gracefulRampDown', 'preAllocatedVUs', 'maxVUs']

function executorLoad(scenario: Values, path: string, notes: Notes): ImportedLoad {
  const { executor, stages, exec, ...rest } = scenario
  const known = ['vus', 'duration', 'iterations', 'maxDuration', 'rate', 'timeUnit', 'startRate', 'startVUs']
  notes.addOthers(rest, path, [...COMMON, ...known])
  if (exec !== undefined && exec !== null && exec !== 'default')
    notes.add(join(path, 'exec'), 'what it does is JavaScript, which is not read')
  if ((durationMsOf(rest['startTime'] ?? 0, 1) ?? 1) > 0)
    notes.add(join(path, 'startTime'), 'it begins with the run')
  const list = Array.isArray(stages) ? stages : []
  const perSecond = perSecondOf(rest['timeUnit'])
  switch (executor) {
    case 'ramping-vus':
      return rampingPlayers(list, amountOf(rest['startVUs'] ?? undefined) ?? 1, {
        path: join(path, 'stages'),
        notes,
      })
    case 'constant-arrival-rate': {
      const rate = (amountOf(rest['rate']) ?? 0) * perSecond
      const ms = durationMsOf(rest['duration'], 1) ?? 0
      return ratesOrOnePlayer([{ ms, from: rate, to: rate }], path, notes)
    }
    case 'ramping-arrival-rate':
      return ratesOrOnePlayer(rateStages(list, rest['startRate'], perSecond), path, notes)
    default:
      if (executor !== 'constant-vus')
        notes.add(join(path, 'executor'), 'its virtual users play until the end')
      return constantPlayers(rest, path, notes)
  }
}

const perSecondOf = (timeUnit: unknown): number =>
  SECOND_MS / (durationMsOf(timeUnit ?? '1s', 1) || SECOND_MS)

/** `perSecond` is the number of time units of the rates in a second. */
function rateStages(stages: readonly unknown[], startRate: unknown, perSecond: number): RateStage[] {
  let from = (amountOf(startRate ?? undefined) ?? 0) * perSecond
  return stages.map((stage) => {
    const { duration, target } = valuesOf(stage)
    const to = (amountOf(target) ?? 0) * perSecond
    const made = { ms: durationMsOf(duration, 1) ?? 0, from, to }
    from = to
    return made
  })
}

function ratesOrOnePlayer(rates: readonly RateStage[], path: string, notes: Notes): ImportedLoad {
  if (rates.some(({ ms, from, to }) => ms > 0 && Math.max(from, to) > 0)) return { kind: 'rates', rates }
  notes.add(path, 'it has no arrivals; one player for a minute stands there')
  return ONE_PLAYER
}

/** As long as k6 lets a number of iterations take. */
const MAX_DURATION_MS = 600 * SECOND_MS

function constantPlayers(values: Values, path: string, notes: Notes): ImportedLoad {
  const iterations = amountOf(values['iterations'] ?? undefined)
  if (iterations !== undefined)
    notes.add(join(path, 'iterations'), 'players begin rounds until the duration is over')
  const durationMs =
    durationMsOf(values['duration'] ?? undefined, 1) ??
    durationMsOf(values['maxDuration'] ?? undefined, 1) ??
    (iterations === undefined ? ONE_MINUTE_MS : MAX_DURATION_MS)
  return {
    kind: 'players',
    players: amountOf(values['vus'] ?? undefined) || 1,
    rampMs: 0,
    durationMs: durationMs || ONE_MINUTE_MS,
  }
}

const ONE_MINUTE_MS = 60 * SECOND_MS

/** Virtual users that come and stay; ours neither leave before the end nor come in steps. */
function rampingPlayers(
  stages: readonly unknown[],
  start: number,
  { path, notes }: { readonly path: string; readonly notes: Notes },
): ImportedLoad {
  const parsed = stages.map((stage) => ({
    ms: durationMsOf(valuesOf(stage)['duration'], 1) ?? 0,
    to: amountOf(valuesOf(stage)['target']) ?? 0,
  }))
  const most = parsed.reduce((largest, { to }) => Math.max(largest, to), start)
  const durationMs = parsed.reduce((sum, { ms }) => sum + ms, 0)
  if (most === 0 || durationMs === 0) return ratesOrOnePlayer([], path, notes)
  const reached = start === most ? -1 : parsed.findIndex(({ to }) => to === most)
  const rampMs = parsed.slice(0, reached + 1).reduce((sum, { ms }) => sum + ms, 0)
  for (const [index, { to }] of parsed.entries())
    if (index > reached && to !== most) notes.add(`${path}[${index}]`, `the ${most} players stay to the end`)
  if (reached > 0 || (start > 0 && reached === 0))
    notes.add(path, `the ${most} players come evenly, from none, until stage ${reached + 1} ends`)
  return { kind: 'players', players: most, rampMs, durationMs }
}

type Together = {
  readonly load: ImportedLoad
  readonly path: string
  readonly shares: readonly { readonly name: string; readonly weight: number }[]
}

/** Scenarios of k6 have a load each, ours share one: those that are alike are added up, and their sizes are the weights. */
function together(executors: readonly Executor[], notes: Notes): Together {
  const [first] = executors
  if (first === undefined || first.name === null)
    return { load: first?.load ?? ONE_PLAYER, path: first?.path ?? '', shares: [] }
  const alike = executors.filter(({ load }) => isAlike(load, first.load))
  for (const { path } of executors.filter((one) => !alike.includes(one)))
    notes.add(path, `its load is not like that of ${first.path}: import it into a file of its own`)
  return {
    load: alike.slice(1).reduce((sum, { load }) => add(sum, load), first.load),
    path: first.path,
    shares: alike.map(({ name, load }) => ({ name: name ?? '', weight: sizeOf(load) })),
  }
}

function isAlike(one: ImportedLoad, other: ImportedLoad): boolean {
  if (one.kind === 'players' && other.kind === 'players')
    return one.rampMs === other.rampMs && one.durationMs === other.durationMs
  if (one.kind !== 'rates' || other.kind !== 'rates' || one.rates.length !== other.rates.length) return false
  const ratio = sizeOf(one) / sizeOf(other)
  const isScaled = (rate: number, its: number) => Math.abs(rate - its * ratio) <= rate * 1e-9
  return one.rates.every(({ ms, from, to }, index) => {
    const its = other.rates[index]
    return its !== undefined && its.ms === ms && isScaled(from, its.from) && isScaled(to, its.to)
  })
}

const sizeOf = (load: ImportedLoad): number =>
  load.kind === 'players' ? load.players : Math.max(...load.rates.map(({ from, to }) => Math.max(from, to)))

function add(one: ImportedLoad, other: ImportedLoad): ImportedLoad {
  if (one.kind === 'players') return { ...one, players: one.players + sizeOf(other) }
  const factor = 1 + sizeOf(other) / sizeOf(one)
  return {
    kind: 'rates',
    rates: one.rates.map(({ ms, from, to }) => ({ ms, from: from * factor, to: to * factor })),
  }
}
