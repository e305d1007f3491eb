import { SECOND_MS } from '../../contract/durations.js'
import { isObject } from '../../contract/is-object.js'
import type { ScenarioStep } from '../scenario/steps.js'
import { cleanLabel } from './labels.js'
import { amountOf, durationMsOf, formatDuration, join, type Notes, type Values, valuesOf } from './notes.js'

/** Flows repeat their steps; ours do not, so they are written out up to this number. */
export const MAX_STEPS = 500
const MAX_LOOPS = 100

type FlowContext = { readonly target: string; readonly notes: Notes; readonly isOurs: boolean }

/** The steps of a flow that ours have, in its order. */
export function importFlow(flow: readonly unknown[], path: string, context: FlowContext): ScenarioStep[] {
  const steps: ScenarioStep[] = []
  for (const [index, one] of flow.entries()) {
    const at = `${path}[${index}]`
    if (steps.length >= MAX_STEPS) {
      context.notes.add(at, `only the first ${MAX_STEPS} steps are taken over`)
      break
    }
    steps.push(...importStep(one, at, context))
  }
  return steps.slice(0, MAX_STEPS)
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

function importStep(step: unknown, path: string, context: FlowContext): ScenarioStep[] {
  const { notes, isOurs } = context
  if (!isObject(step)) return left(notes, path, 'it is no step')
  const condition = step['ifTrue'] ?? valuesOf(Object.values(step)[0])['ifTrue']
  if (condition !== undefined) return left(notes, path, 'it has a condition')
  const method = METHODS.find((one) => step[one] !== undefined)
  if (method !== undefined)
    return importRequest(method, step[method], { ...context, path: join(path, method) })
  if (step['loop'] !== undefined) return importLoop(step, path, context)
  if (step['think'] !== undefined) {
    const ms = durationMsOf(step['think'], SECOND_MS)
    return ms === undefined
      ? left(notes, join(path, 'think'), 'it is no time')
      : [{ think: formatDuration(ms) }]
  }
  if (step['emit'] !== undefined) return importEmit(step['emit'], join(path, 'emit'), notes)
  if (isOurs && typeof step['text'] === 'string') return importText(step, path, notes)
  return left(notes, join(path, Object.keys(step)[0] ?? ''), 'parley has no step like it')
}

function left(notes: Notes, path: string, why: string): [] {
  notes.add(path, why)
  return []
}

function importLoop(step: Values, path: string, context: FlowContext): ScenarioStep[] {
  const { loop } = step
  const count = amountOf(step['count'])
  if (
    !Array.isArray(loop) ||
    count === undefined ||
    !Number.isInteger(count) ||
    count < 1 ||
    count > MAX_LOOPS
  )
    return left(context.notes, join(path, 'loop'), `only a count of 1 to ${MAX_LOOPS} can be written out`)
  context.notes.addOthers(step, path, ['loop', 'count'])
  const once = importFlow(loop, join(path, 'loop'), context)
  const times = Math.min(count, Math.ceil(MAX_STEPS / Math.max(1, once.length)))
  if (times < count)
    context.notes.add(join(path, 'count'), `only the first ${MAX_STEPS} steps are taken over`)
  return Array.from({ length: times }, () => once).flat()
}

/** The event of the service's socket by which a player writes. */
function importEmit(emit: unknown, path: string, notes: Notes): ScenarioStep[] {
  const [channel, data] = Array.isArray(emit) ? emit : [valuesOf(emit)['channel'], valuesOf(emit)['data']]
  const text = typeof data === 'string' ? data : valuesOf(data)['text']
  if (channel !== 'text' || typeof text !== 'string' || text === '')
    return left(notes, path, 'only the event text with its text is a step of parley')
  return isTemplate(text) ? left(notes, path, 'it has variables') : [{ text }]
}

/** A step of the engine in docs/deploy/artillery-engine-parley. */
function importText(step: Values, path: string, notes: Notes): ScenarioStep[] {
  const { text, expect, name } = step
  if (typeof text !== 'string' || text === '' || isTemplate(text))
    return left(notes, join(path, 'text'), 'it has variables')
  notes.addOthers(step, path, ['text', 'expect', 'name'])
  return [{ text, ...(typeof expect === 'string' && expect !== '' && { expect }), ...named(name) }]
}

function importRequest(
  method: (typeof METHODS)[number],
  request: unknown,
  { target, notes, path }: FlowContext & { readonly path: string },
): ScenarioStep[] {
  const spec = typeof request === 'string' ? { url: request } : valuesOf(request)
  const { url, json, name, qs, expect } = spec
  if (isTemplate(url) || isTemplate(json) || isTemplate(qs)) return left(notes, path, 'it has variables')
  const route = routeOf(url, qs, target)
  if (route === null) return left(notes, join(path, 'url'), 'only a path of the target can be requested')
  notes.addOthers(spec, path, ['url', 'json', 'name', 'qs', 'expect'])
  const status = importStatus(expect, join(path, 'expect'), notes)
  return [
    {
      rest: `${method.toUpperCase()} ${route}`,
      ...(json !== undefined && { body: json }),
      ...(status !== undefined && { status }),
      ...named(name),
    },
  ]
}

/** A path with its query, of the target only; null for anything else. */
function routeOf(url: unknown, query: unknown, target: string): string | null {
  if (typeof url !== 'string') return null
  const path = target !== '' && url.startsWith(target) ? url.slice(target.length) : url
  if (!path.startsWith('/') || path.startsWith('//') || /\s/.test(path)) return null
  const texts = Object.entries(valuesOf(query)).map(([key, value]) => [key, String(value)] as const)
  const search = new URLSearchParams(Object.fromEntries(texts)).toString()
  if (search === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${search}`
}

/** The status that the plugin `expect` of Artillery checks. */
function importStatus(expect: unknown, path: string, notes: Notes): number | undefined {
  let status: number | undefined
  for (const one of Array.isArray(expect) ? expect : [expect]) {
    const { statusCode } = valuesOf(one)
    const code = amountOf(statusCode)
    if (code !== undefined && Number.isInteger(code) && code >= 100 && code <= 599) status = code
    else if (statusCode !== undefined) notes.add(join(path, 'statusCode'), 'only one status can be expected')
    notes.addOthers(valuesOf(one), path, ['statusCode'])
  }
  return status
}

const named = (name: unknown): { name?: string } => {
  const label = typeof name === 'string' ? cleanLabel(name) : ''
  return label === '' ? {} : { name: label }
}

/** Whether a value contains a template, such as `{{ id }}`. */
const isTemplate = (value: unknown): boolean => JSON.stringify(value ?? null).includes('{{')
