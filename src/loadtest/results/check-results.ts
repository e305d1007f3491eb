import type { CheckDefinition } from '../scenario/checks.js'
import type { Sample } from './metrics.js'
import type { CheckResult } from './result.js'

/** At most so many texts are kept of what came in place of what a check expects. */
export const MAX_CHECK_SAMPLES = 3

export type CheckResults = {
  add(sample: Pick<Sample, 'checks'>): void
  /** Adds what another machine has counted of the same checks. */
  addPart(results: readonly CheckResult[]): void
  /** In the order of the scenario. */
  results(): CheckResult[]
}

/** Counts how often each check of a plan was met. */
export function createCheckResults(definitions: readonly CheckDefinition[]): CheckResults {
  const counted = definitions.map((): { passes: number; failures: number; got: string[] } => ({
    passes: 0,
    failures: 0,
    got: [],
  }))
  const add = (
    index: number,
    { passes, failures, got }: Pick<CheckResult, 'passes' | 'failures' | 'got'>,
  ) => {
    const own = counted[index]
    if (own === undefined) return
    own.passes += passes
    own.failures += failures
    own.got.push(...got.slice(0, Math.max(0, MAX_CHECK_SAMPLES - own.got.length)))
  }
  return {
    add({ checks = [] }) {
      for (const { check, isMet, got } of checks)
        add(check, {
          passes: isMet ? 1 : 0,
          failures: isMet ? 0 : 1,
          got: isMet || got === undefined ? [] : [got],
        })
    },
    addPart: (results) => {
      for (const [index, one] of results.entries()) add(index, one)
    },
    results: () =>
      definitions.flatMap((definition, index) => {
        const own = counted[index]
        return own === undefined ? [] : [{ ...definition, labels: { ...definition.labels }, ...own }]
      }),
  }
}

/** Whether two lists are of the same checks. */
export const areSameChecks = (one: readonly CheckDefinition[], other: readonly CheckDefinition[]): boolean =>
  one.length === other.length &&
  one.every(({ kind, check, expected }, index) => {
    const its = other[index]
    return its !== undefined && its.kind === kind && its.check === check && its.expected === expected
  })
