import { availableParallelism } from 'node:os'
import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { requireCharacterId } from '../src/cli/characters/find-character.js'
import { EXIT, inputNeededError } from '../src/cli/errors/command-error.js'
import { type ServiceFlags, serviceFlags } from '../src/cli/flags/service-flags.js'
import { type BaselineResult, readBaselineResult } from '../src/cli/loadtest/baseline-result.js'
import { readScenario } from '../src/cli/loadtest/read-scenario.js'
import { openSamplesFile, writeResultFiles } from '../src/cli/loadtest/result-files.js'
import { renderResult, secondLine } from '../src/cli/loadtest/result-view.js'
import { printableLine } from '../src/cli/output/printable.js'
import { isLoopback } from '../src/cli/server-address/base-url.js'
import type { LoadTestResult } from '../src/loadtest/results/result.js'
import { compareResults } from '../src/loadtest/results/result.js'
import { impliedThresholds, limitsFailureCause, type Threshold } from '../src/loadtest/results/thresholds.js'
import { runLoadTest } from '../src/loadtest/run-load-test.js'
import { createPlan } from '../src/loadtest/scenario/plan.js'
import { pollServerMetrics, type ServerMetricsPoller } from '../src/loadtest/server-metrics.js'
import { findBuiltFile } from '../src/runtime/process/package-root.js'

const file = (summary: string) => Flags.string({ summary, helpValue: 'FILE', helpGroup: 'RESULTS' })

export default class Loadtest extends ParleyCommand {
  static override summary = 'Run a scenario with many players, and check thresholds.'
  static override description =
    'Times are measured from the scheduled start of each step, so that a slow service cannot hide its delays.\n' +
    'Exits with 99 when a threshold is not met; that every reply is as its step expects is one, unless the scenario ' +
    'has its own for turn.complete.unexpected. Exits with 1 when a provider failed, or when the load test itself was ' +
    'too slow for its thresholds to be judged.'
  static override examples = ['<%= config.bin %> <%= command.id %> rush.yaml --html rush.html']
  static override args = {
    scenario: Args.string({ required: true, description: 'YAML file: who comes when, and what each does.' }),
  }
  static override flags = {
    ...serviceFlags,
    threshold: Flags.string({
      summary: 'A threshold, such as turn.first_text.p95<300; may be repeated.',
      multiple: true,
      helpValue: 'METRIC.STATISTIC<LIMIT',
    }),
    processes: Flags.integer({
      summary: 'Number of processes. Default: one less than the number of cores.',
      min: 1,
      max: 64,
    }),
    'i-own-this-target': Flags.boolean({
      summary: 'Confirm that you may load a service on another machine.',
    }),
    out: file('Write the result as JSON, loadtest/1.'),
    samples: file('Write every sample as a line of NDJSON.'),
    junit: file('Write the thresholds as JUnit test cases.'),
    html: file('Write one page with charts for a browser.'),
    compare: file('Compare with the result of an earlier run of the same scenario.'),
    'compare-any': Flags.boolean({
      summary: 'Allow the comparison with a run of another scenario.',
      dependsOn: ['compare'],
      helpGroup: 'RESULTS',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Loadtest)
    const { client, target } = await this.resolveService(flags)
    if (!isLoopback(target.baseUrl) && !flags['i-own-this-target']) {
      throw inputNeededError(
        `${target.baseUrl} is not on this machine.`,
        'Load only what is yours: add --i-own-this-target.',
      )
    }
    const scenario = await readScenario(args.scenario, flags.threshold ?? [])
    const baseline = await this.#baseline(flags, scenario.hash)
    const characterId = await requireCharacterId(client, scenario.file.character)
    const samples = openSamplesFile(flags.samples)
    const { terminal, result, note, warn } = this.output(flags)
    const run = await runLoadTest({
      plan: createPlan(scenario.file, { name: scenario.name, characterId, scenarioHash: scenario.hash }),
      target: { baseUrl: target.baseUrl, apiKey: target.apiKey, version: this.config.version },
      thresholds: [...scenario.thresholds, ...impliedThresholds(scenario.file.steps, scenario.thresholds)],
      worker: await findBuiltFile('loadtest/generate.worker.js'),
      processes: flags.processes ?? Math.max(1, availableParallelism() - 1),
      runId: Date.now().toString(36),
      serverMetrics: await this.#serverMetrics(flags, target.baseUrl),
      onSample: samples.add,
      onSecond: (second) => terminal.isInteractive && note(secondLine(second)),
    })
    await samples.close()
    const found = { ...run, comparison: baseline === null ? null : compareResults(baseline, run) }
    await writeResultFiles(flags, found)
    result(found, () => renderResult(terminal, found))
    const failure = limitsFailureCause(scenario.thresholds, 'model_failed')
      ? undefined
      : providerFailure(found)
    if (failure !== undefined) warn(failure)
    process.exitCode = exitCodeOf(found, { own: scenario.thresholds, failure })
  }

  async #baseline(
    { compare, 'compare-any': anyScenario }: CompareFlags,
    hash: string,
  ): Promise<BaselineResult | null> {
    return compare === undefined
      ? null
      : readBaselineResult(compare, { hash, anyScenario: anyScenario === true })
  }

  /** Only a local server gives out the token that reading its metrics needs. */
  async #serverMetrics(flags: ServiceFlags, baseUrl: string): Promise<ServerMetricsPoller | null> {
    return isLoopback(baseUrl) ? pollServerMetrics(await this.createAccountClient(flags)) : null
  }
}

type CompareFlags = { readonly compare?: string | undefined; readonly 'compare-any'?: boolean }

/** A sentence about turns that failed because of a provider: the service answers them, but they measure nothing. */
function providerFailure({ failures }: LoadTestResult): string | undefined {
  const failure = failures.find(({ error }) => error === 'model_failed')
  if (failure === undefined) return undefined
  const turns = failure.count === 1 ? '1 turn' : `${failure.count} turns`
  return `${turns} failed because a provider did: ${printableLine(failure.message ?? 'it did not say why')}`
}

type Verdict = { readonly own: readonly Threshold[]; readonly failure: string | undefined }

function exitCodeOf({ isValid, thresholds }: LoadTestResult, { own, failure }: Verdict): number {
  if ((!isValid && own.length > 0) || failure !== undefined) return EXIT.failed
  return thresholds.every(({ isMet }) => isMet) ? 0 : EXIT.thresholdFailed
}
