import { basename, dirname, resolve } from 'node:path'
import { readWav } from '../../audio/wav.js'
import { OPEN_SHARE_METRIC } from '../../loadtest/players/rest-step.js'
import { impliedThresholds, parseThreshold, type Threshold } from '../../loadtest/results/thresholds.js'
import { compileExpectation } from '../../loadtest/scenario/expected-reply.js'
import { listLabels } from '../../loadtest/scenario/labels.js'
import {
  playedPart,
  type Scenario,
  ScenarioSchema,
  scenarioFault,
  scenarioHash,
  scenariosOf,
} from '../../loadtest/scenario/scenario.js'
import type { ScenarioStep } from '../../loadtest/scenario/steps.js'
import { readInputBytes } from '../../runtime/config/input-file.js'
import { readValidatedYaml } from '../../runtime/config/validated-yaml.js'
import { usageError } from '../errors/command-error.js'

export type LoadedScenario = {
  readonly file: Scenario
  /** The name of the file, without its extension. */
  readonly name: string
  /** Those below, and what a run has to meet that says nothing of it. */
  readonly thresholds: readonly Threshold[]
  /** From the file and from the command line. */
  readonly ownThresholds: readonly Threshold[]
  readonly hash: string
  /** What the hash is of. */
  readonly played: ReturnType<typeof playedPart>
}

/** Reads a scenario and checks its schema, WAV files, expectations and thresholds. Throws a usage error if one is invalid. */
export async function readScenario(path: string, moreThresholds: readonly string[]): Promise<LoadedScenario> {
  const { value } = await readValidatedYaml(path, ScenarioSchema).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'DomainError' ? usageError(error.message) : error
  })
  const fault = scenarioFault(value)
  if (fault !== undefined) throw usageError(`${path}: ${fault}`)
  const file = withResolvedPaths(value, dirname(path))
  const scenarios = scenariosOf(file)
  const steps = scenarios.flatMap((scenario) => scenario.steps)
  for (const step of steps) if ('voice' in step) await checkWav(step.voice)
  for (const expected of steps.flatMap(expectationsOf))
    asUsageError(() => compileExpectation(expected), 'ExpectationError')
  const labels = listLabels(scenarios)
  const routes = steps.flatMap((step) => {
    if ('share' in step) return [OPEN_SHARE_METRIC.slice('http.'.length)]
    return 'rest' in step ? [step.rest] : []
  })
  const thresholds = [...(file.thresholds ?? []), ...moreThresholds].map((text) =>
    asUsageError(() => parseThreshold(text, routes, labels), 'ThresholdError'),
  )
  return {
    file,
    name: basename(path).replace(/\.ya?ml$/, ''),
    thresholds: [...thresholds, ...impliedThresholds(steps, thresholds)],
    ownThresholds: thresholds,
    hash: scenarioHash(value),
    played: playedPart(value),
  }
}

/** Enough for more than twenty minutes of speech. */
const WAV_BYTES = 64 * 2 ** 20

/** Paths of WAV files are relative to the scenario file. */
function withResolvedPaths(file: Scenario, folder: string): Scenario {
  const { steps, scenarios } = file
  const resolved = (all: readonly ScenarioStep[]): ScenarioStep[] =>
    all.map((step) => ('voice' in step ? { ...step, voice: resolve(folder, step.voice) } : step))
  return {
    ...file,
    ...(steps !== undefined && { steps: resolved(steps) }),
    ...(scenarios !== undefined && {
      scenarios: scenarios.map((one) => ({ ...one, steps: resolved(one.steps) })),
    }),
  }
}

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

function expectationsOf(step: ScenarioStep): readonly string[] {
  if ('script' in step) return step.script.map(({ expect }) => expect)
  return 'expect' in step && step.expect !== undefined ? [step.expect] : []
}

function asUsageError<T>(read: () => T, errorName: string): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Error && error.name === errorName ? usageError(error.message) : error
  }
}
