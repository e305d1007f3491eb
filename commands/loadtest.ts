import { availableParallelism } from 'node:os'
import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { requireCharacterId } from '../src/cli/characters/find-character.js'
import { inputNeededError } from '../src/cli/errors/command-error.js'
import { type ServiceFlags, serviceFlags } from '../src/cli/flags/service-flags.js'
import { type BaselineResult, readBaselineResult } from '../src/cli/loadtest/baseline-result.js'
import { exitCodeOf, providerFailure } from '../src/cli/loadtest/outcome.js'
import { readScenario } from '../src/cli/loadtest/read-scenario.js'
import { repeatCommand } from '../src/cli/loadtest/repeat-command.js'
import {
  compareFlag,
  openSamplesFile,
  resultFileFlags,
  samplesFlag,
  writeResultFiles,
} from '../src/cli/loadtest/result-files.js'
import { renderResult, secondLine } from '../src/cli/loadtest/result-view.js'
import { partFlags, readRunPart, waitForPart } from '../src/cli/loadtest/run-part.js'
import { isLoopback } from '../src/cli/server-address/base-url.js'
import type { Client } from '../src/client/create-client.js'
import { compareResults, describeBase } from '../src/loadtest/results/result.js'
import { runLoadTest } from '../src/loadtest/run-load-test.js'
import { createPlan } from '../src/loadtest/scenario/plan.js'
import { pollServerMetrics, readTargetVersion } from '../src/loadtest/server-metrics.js'
import { findBuiltFile } from '../src/runtime/process/package-root.js'

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
    ...resultFileFlags,
    samples: samplesFlag,
    compare: compareFlag,
    'compare-any': Flags.boolean({
      summary: 'Allow the comparison with a run of another scenario.',
      dependsOn: ['compare'],
      helpGroup: 'RESULTS',
    }),
    ...partFlags,
  }

  async run(): Promise<void> {
    const { args, flags, raw } = await this.parse(Loadtest)
    const { client, target } = await this.resolveService(flags)
    if (!isLoopback(target.baseUrl) && !flags['i-own-this-target']) {
      throw inputNeededError(
        `${target.baseUrl} is not on this machine.`,
        'Load only what is yours: add --i-own-this-target.',
      )
    }
    const scenario = await readScenario(args.scenario, flags.threshold ?? [])
    const part = readRunPart(flags, Date.now())
    const baseline = await this.#baseline(flags, scenario.hash)
    const characterId = await requireCharacterId(client, scenario.file.character)
    const samples = openSamplesFile(flags.samples)
    const { terminal, result, note, warn } = this.output(flags)
    if (part !== null) {
      note(`Part ${part.index} of ${part.of} begins at ${part.startsAt.toISOString()}.`)
      await waitForPart(part, Date.now())
    }
    const staff = await this.#staffClient(flags, target.baseUrl)
    const targetVersion = staff === null ? undefined : await readTargetVersion(staff)
    const measured = await runLoadTest({
      plan: createPlan(scenario.file, { name: scenario.name, characterId, scenarioHash: scenario.hash }),
      target: { baseUrl: target.baseUrl, apiKey: target.apiKey, version: this.config.version },
      thresholds: scenario.thresholds,
      worker: await findBuiltFile('loadtest/generate.worker.js'),
      processes: flags.processes ?? Math.max(1, availableParallelism() - 1),
      runId: Date.now().toString(36),
      part,
      serverMetrics: staff === null ? null : pollServerMetrics(staff),
      onSample: samples.add,
      onSecond: (second) => terminal.isInteractive && note(secondLine(second)),
    })
    await samples.close()
    const version = targetVersion === undefined ? {} : { targetVersion }
    const run = { ...measured, ...version, played: scenario.played }
    const found =
      baseline === null
        ? run
        : { ...run, comparison: compareResults(baseline, run), base: describeBase(baseline, run) }
    const repeat = repeatCommand(raw, {
      ...{ bin: this.config.bin, id: 'loadtest', scenario: args.scenario },
      isBoolean: (flag) => typeof flags[flag as keyof typeof flags] === 'boolean',
    })
    await writeResultFiles(flags, found, { base: baseline, repeat })
    result(found, () => renderResult(terminal, found))
    const failure = providerFailure(found, scenario.ownThresholds)
    if (failure !== undefined) warn(failure)
    process.exitCode = exitCodeOf(found, { hasOwnThresholds: scenario.ownThresholds.length > 0, failure })
  }

  async #baseline(
    { compare, 'compare-any': anyScenario }: CompareFlags,
    hash: string,
  ): Promise<BaselineResult | null> {
    return compare === undefined
      ? null
      : readBaselineResult(compare, { hash, anyScenario: anyScenario === true })
  }

  /** Only a local server gives out the token that reading its metrics and its version needs. */
  async #staffClient(flags: ServiceFlags, baseUrl: string): Promise<Client | null> {
    return isLoopback(baseUrl) ? await this.createAccountClient(flags) : null
  }
}

type CompareFlags = { readonly compare?: string | undefined; readonly 'compare-any'?: boolean }
