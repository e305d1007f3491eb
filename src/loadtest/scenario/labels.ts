import type { ScenarioStep } from './steps.js'

/** What tells samples of one metric apart: `scenario`, `step`, and the tags of the step. */
export type Labels = Readonly<Record<string, string>>
export type Label = { readonly name: string; readonly value: string }

/** Each label has histograms of its own in memory, in each result and in each part of it. */
export const MAX_LABELS = 100
const RESERVED = new Set(['scenario', 'step'])

/** A scenario of a file; a file with `steps` alone has one, without a name. */
export type LabelledScenario = { readonly name: string | null; readonly steps: readonly ScenarioStep[] }

export const scenarioLabels = ({ name }: Pick<LabelledScenario, 'name'>): Labels =>
  name === null ? {} : { scenario: name }

/** The labels of a step, beside those of its scenario. */
export function stepLabels(step: ScenarioStep): Labels {
  if ('think' in step) return {}
  const { name, tags } = step
  return { ...(name !== undefined && { step: name }), ...tags }
}

/** The different labels of a file, in its order. */
export function listLabels(scenarios: readonly LabelledScenario[]): Label[] {
  const byText = new Map<string, Label>()
  const addAll = (labels: Labels) => {
    for (const [name, value] of Object.entries(labels)) byText.set(`${name}:${value}`, { name, value })
  }
  for (const scenario of scenarios) {
    addAll(scenarioLabels(scenario))
    for (const step of scenario.steps) addAll(stepLabels(step))
  }
  return [...byText.values()]
}

/** What is wrong with the names and tags of a file, as a sentence. */
export function faultOfLabels(scenarios: readonly LabelledScenario[]): string | undefined {
  const names = scenarios.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `two scenarios are called ${twice}`
  const reserved = scenarios
    .flatMap(({ steps }) => steps)
    .flatMap((step) => ('think' in step ? [] : Object.keys(step.tags ?? {})))
    .find((key) => RESERVED.has(key))
  if (reserved !== undefined) return `a tag cannot be called ${reserved}: that is what names are`
  const labels = listLabels(scenarios).length
  return labels > MAX_LABELS
    ? `there are ${labels} different names of scenarios and steps and tags; at most ${MAX_LABELS} are counted`
    : undefined
}

/** A metric of the samples with one label only, such as `turn.first_text{step:greeting}`. */
export const labelledMetric = (metric: string, { name, value }: Label): string =>
  `${metric}{${name}:${value}}`

/** The metric and the label of such a name; the label is null when there is none. */
export function splitLabelledMetric(text: string): { readonly metric: string; readonly label: Label | null } {
  const start = text.lastIndexOf('{')
  const colon = text.indexOf(':', start)
  if (start < 1 || colon < 0 || !text.endsWith('}')) return { metric: text, label: null }
  const label = { name: text.slice(start + 1, colon), value: text.slice(colon + 1, -1) }
  return { metric: text.slice(0, start), label }
}
