import { basename, dirname, resolve } from 'node:path'
import { readWav } from '../../audio/wav.js'
import { OPEN_SHARE_METRIC } from '../../loadtest/players/rest-step.js'
import { parseThreshold, type Threshold } from '../../loadtest/results/thresholds.js'
import { compileExpectation } from '../../loadtest/scenario/expected-reply.js'
import {
  type Scenario,
  ScenarioSchema,
  scenarioFault,
  scenarioHash,
} from '../../loadtest/scenario/scenario.js'
import { readInputBytes } from '../../runtime/config/input-file.js'
import { readValidatedYaml } from '../../runtime/config/validated-yaml.js'
import { usageError } from '../errors/command-error.js'

export type LoadedScenario = {
  readonly file: Scenario
  /** The name of the file, without its extension. */
  readonly name: string
  /** From the file and from the command line. */
  readonly thresholds: readonly Threshold[]
  readonly hash: string
}

/** Reads a scenario and checks its schema, WAV files, expectations and thresholds. Throws a usage error if one is invalid. */
export async function readScenario(path: string, moreThresholds: readonly string[]): Promise<LoadedScenario> {
  const { value } = await readValidatedYaml(path, ScenarioSchema).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'DomainError' ? usageError(error.message) : error
  })
  const fault = scenarioFault(value)
  if (fault !== undefined) throw usageError(`${path}: ${fault}`)
  const file = { ...value, steps: value.steps.map((step) => withResolvedPath(step, dirname(path))) }
  for (const step of file.steps) if ('voice' in step) await checkWav(step.voice)
  for (const expected of file.steps.flatMap(expectationsOf))
    asUsageError(() => compileExpectation(expected), 'ExpectationError')
  const routes = file.steps.flatMap((step) => {
    if ('share' in step) return [OPEN_SHARE_METRIC.slice('http.'.length)]
    return 'rest' in step ? [step.rest] : []
  })
  const thresholds = [...(file.thresholds ?? []), ...moreThresholds]
  return {
    file,
    name: basename(path).replace(/\.ya?ml$/, ''),
    thresholds: thresholds.map((text) => thresholdOf(text, routes)),
    hash: scenarioHash(value),
  }
}

/** Enough for more than twenty minutes of speech. */
const WAV_BYTES = 64 * 2 ** 20

/** Paths of WAV files are relative to the scenario file. */
const withResolvedPath = (step: Scenario['steps'][number], folder: string): Scenario['steps'][number] =>
  'voice' in step ? { ...step, voice: resolve(folder, step.voice) } : step

async function checkWav(path: string): Promise<void> {
  try {
    readWav(await readInputBytes(path, WAV_BYTES))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw usageError(
      error.name === 'WavError' ? `${path} ${error.message}` : `${path} cannot be read: ${error.message}`,
    )
  }
}

function expectationsOf(step: Scenario['steps'][number]): readonly string[] {
  if ('script' in step) return step.script.map(({ expect }) => expect)
  return 'expect' in step && step.expect !== undefined ? [step.expect] : []
}

const thresholdOf = (text: string, routes: readonly string[]): Threshold =>
  asUsageError(() => parseThreshold(text, routes), 'ThresholdError')

function asUsageError<T>(read: () => T, errorName: string): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Error && error.name === errorName ? usageError(error.message) : error
  }
}
