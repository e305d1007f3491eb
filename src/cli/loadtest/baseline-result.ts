import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LoadTestResultSchema } from '../../loadtest/results/result.js'
import { parseInputJson, readInputFile } from '../../runtime/config/input-file.js'
import { usageError } from '../errors/command-error.js'

/** A result holds its figures for every second of a run. */
const RESULT_BYTES = 64 * 2 ** 20

/** What a result of any version has that can be compared. */
const BaseSchema = Type.Pick(LoadTestResultSchema, ['format', 'scenario', 'scenarioHash', 'metrics'])
export type BaselineResult = Static<typeof BaseSchema>

type Accepted = {
  /** Of the scenario that is about to be played. */
  readonly hash: string
  /** Another scenario will do. */
  readonly anyScenario: boolean
}

/**
 * The result of an earlier run of the same scenario, as `--out` wrote it. Throws a usage error when the file is none, or
 * of another scenario: times of different work say nothing about each other.
 */
export async function readBaselineResult(
  path: string,
  { hash, anyScenario }: Accepted,
): Promise<BaselineResult> {
  const base = await read(path)
  if (anyScenario || base.scenarioHash === hash) return base
  const why =
    base.scenarioHash === undefined
      ? 'does not say which scenario it is of'
      : `is of another scenario (${base.scenario}), or the scenario has changed since`
  throw usageError(`${path} ${why}`, 'Add --compare-any to compare all the same.')
}

async function read(path: string): Promise<BaselineResult> {
  const text = await readInputFile(path, RESULT_BYTES).catch((error: Error) => {
    throw usageError(`${path} cannot be read: ${error.message}`)
  })
  const value = parse(text)
  if (!Value.Check(BaseSchema, value)) throw usageError(`${path} is no result of a load test (loadtest/1)`)
  return value
}

function parse(text: string): unknown {
  try {
    return parseInputJson(text)
  } catch {
    return undefined
  }
}
