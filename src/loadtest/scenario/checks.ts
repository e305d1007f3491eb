import { basename } from 'node:path'
import { type Labels, scenarioLabels, stepLabels } from './labels.js'
import type { ScenarioStep } from './steps.js'

/** What a step checks each time it is played. */
export type CheckDefinition = {
  readonly kind: 'reply' | 'transcript' | 'status' | 'memory'
  /** What is said, spoken or requested, cut to 100 characters. */
  readonly check: string
  /** Cut to 300 characters. */
  readonly expected: string
  readonly labels: Labels
}

/** A step of a plan: its labels, and the number of its first check in the list of all. */
export type PlannedStep = {
  readonly step: ScenarioStep
  readonly labels: Labels
  readonly firstCheck: number
}

type Checked = Pick<CheckDefinition, 'kind' | 'check' | 'expected'>

/** Numbers the checks of all scenarios in their order, so that each process of a run has the same numbers. */
export function planChecks(
  scenarios: readonly { readonly name: string | null; readonly steps: readonly ScenarioStep[] }[],
): { readonly checks: readonly CheckDefinition[]; readonly steps: readonly (readonly PlannedStep[])[] } {
  const checks: CheckDefinition[] = []
  const steps = scenarios.map((scenario) =>
    scenario.steps.map((step) => {
      const planned = { step, labels: stepLabels(step), firstCheck: checks.length }
      const labels = { ...scenarioLabels(scenario), ...planned.labels }
      for (const { kind, check, expected } of checksOf(step))
        checks.push({
          kind,
          check: truncate(check, MAX_SUBJECT_CHARACTERS),
          expected: truncateReply(expected),
          labels,
        })
      return planned
    }),
  )
  return { checks, steps }
}

/** The checks of a step in order: one for each line of a script; of a spoken turn its reply before its transcript. */
function checksOf(step: ScenarioStep): Checked[] {
  if ('text' in step) {
    const { text, expect, interruptAfter } = step
    // An interrupted reply is never whole, so it is not checked.
    const expected = interruptAfter === undefined ? expect : undefined
    return checked('reply', typeof text === 'string' ? text : text.join(' / '), expected)
  }
  if ('script' in step) return step.script.flatMap(({ say, expect }) => checked('reply', say, expect))
  if ('voice' in step) {
    const file = basename(step.voice)
    return [...checked('reply', file, step.expect), ...checked('transcript', file, step.transcript)]
  }
  if ('rest' in step) return checked('status', step.rest, step.status?.toString())
  return 'memory' in step ? checked('memory', 'memory', step.memory) : []
}

const checked = (kind: Checked['kind'], check: string, expected: string | undefined): Checked[] =>
  expected === undefined ? [] : [{ kind, check, expected }]

const MAX_SUBJECT_CHARACTERS = 100
const MAX_REPLY_CHARACTERS = 300

/** Cuts a text to the length that a result stores. */
export const truncateReply = (text: string): string => truncate(text, MAX_REPLY_CHARACTERS)

const truncate = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, characters - 1)}…`
