import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LoadTestResultSchema } from '../../loadtest/results/result.js'
import { usageError } from '../errors/command-error.js'
import { noResultError, readResultJson } from './read-results.js'

/** The fields that a comparison needs, which results of every version have, and what else is known of the run. */
const BaselineSchema = Type.Intersect([
  Type.Pick(LoadTestResultSchema, ['format', 'scenario', 'scenarioHash', 'metrics']),
  Type.Partial(
    Type.Pick(LoadTestResultSchema, [
      ...([
        'targetVersion',
        'startedAt',
        'durationMs',
        'isValid',
        'generator',
        'thresholds',
        'played',
        'timeline',
        'server',
      ] as const),
    ]),
  ),
])
export type BaselineResult = Static<typeof BaselineSchema>

type AcceptedScenario = {
  /** The hash of the scenario of this run. */
  readonly hash: string
  /** Whether results of other scenarios are accepted. */
  readonly anyScenario: boolean
}

/**
 * Reads the result of an earlier run, as `--out` wrote it. Throws a usage error when the file is not a result, or is of
 * another scenario, because times of different work cannot be compared.
 */
export async function readBaselineResult(
  path: string,
  { hash, anyScenario }: AcceptedScenario,
): Promise<BaselineResult> {
  const base = await read(path)
  if (anyScenario || base.scenarioHash === hash) return base
  const reason =
    base.scenarioHash === undefined
      ? 'does not say which scenario it is of'
      : `is of another scenario (${base.scenario}), or the scenario has changed since`
  throw usageError(`${path} ${reason}`, 'Add --compare-any to compare all the same.')
}

async function read(path: string): Promise<BaselineResult> {
  const value = await readResultJson(path)
  if (!Value.Check(BaselineSchema, value)) throw noResultError(path)
  return value
}
