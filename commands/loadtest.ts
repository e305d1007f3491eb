import { availableParallelism } from 'node:os'
import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { requireCharacterId } from '../src/cli/characters/find-character.js'
import { EXIT, inputNeededError } from '../src/cli/errors/command-error.js'
import { type ServiceFlags, serviceFlags } from '../src/cli/flags/service-flags.js'
import { type BaselineResult, readBaselineResult } from '../src/cli/loadtest/baseline-result.js'
import { renderLoadTestJunit } from '../src/cli/loadtest/junit.js'
import { readScenario } from '../src/cli/loadtest/read-scenario.js'
import { renderResult, secondLine } from '../src/cli/loadtest/result-view.js'
import { openSamplesFile } from '../src/cli/loadtest/samples-file.js'
import { renderHtmlPage } from '../src/cli/output/html-page.js'
import { writeOutputFile } from '../src/cli/output/output-file.js'
import { printableLine } from '../src/cli/output/printable.js'
import { isLoopback } from '../src/cli/server-address/loopback.js'
import { compareResults, type LoadTestResult } from '../src/loadtest/results/result.js'
import { impliedThresholds, limitsFailureCause, type Threshold } from '../src/loadtest/results/thresholds.js'
import { runLoadTest } from '../src/loadtest/run-load-test.js'
import { createPlan } from '../src/loadtest/scenario/plan.js'
import { pollServerMetrics, type ServerMetricsPoller } from '../src/loadtest/server-metrics.js'
import { findBuiltFile } from '../src/runtime/process/package-root.js'

const file = (summary: string) => Flags.string({ summary, helpValue: 'FILE', helpGroup: 'RESULTS' })

export default class Loadtest extends ParleyCommand {
  static override summary = 'Play a scenario with many players, and hold it against thresholds.'
  static override description =
    'Times count from the moment at which something was meant to begin, so a service that is late cannot hide it.\n' +
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
      summary: 'What has to hold, as turn.first_text.p95<300; may be repeated.',
      multiple: true,
      helpValue: 'METRIC.STATISTIC<LIMIT',
    }),
    processes: Flags.integer({
      summary: 'How many processes play. Default: one for each core but one.',
      min: 1,
      max: 64,
    }),
    'i-own-this-target': Flags.boolean({ summary: 'The service on another machine is yours to load.' }),
    out: file('Write the result as JSON, loadtest/1.'),
    samples: file('Write every sample as a line of NDJSON.'),
    junit: file('Write the thresholds as JUnit test cases.'),
    html: file('Write one page with charts for a browser.'),
    compare: file('Compare with the result of an earlier run of the same scenario.'),
    'compare-any': Flags.boolean({
      summary: 'Compare with a run of another scenario, too.',
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
    const base = await this.#base(flags, scenario.hash)
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
      serverMetrics: await this.#serverSide(flags, target.baseUrl),
      onSample: samples.add,
      onSecond: (second) => terminal.isInteractive && note(secondLine(second)),
    })
    await samples.close()
    const found = { ...run, comparison: base === null ? null : compareResults(base, run) }
    await writeReports(flags, found)
    result(found, () => renderResult(terminal, found))
    const failure = limitsFailureCause(scenario.thresholds, 'model_failed')
      ? undefined
      : providerFailure(found)
    if (failure !== undefined) warn(failure)
    process.exitCode = exitCodeOf(found, { own: scenario.thresholds, failure })
  }

  async #base(
    { compare, 'compare-any': anyScenario }: Compared,
    hash: string,
  ): Promise<BaselineResult | null> {
    return compare === undefined
      ? null
      : readBaselineResult(compare, { hash, anyScenario: anyScenario === true })
  }

  /** A local server tells staff how it is; another does not give out tokens. */
  async #serverSide(flags: ServiceFlags, baseUrl: string): Promise<ServerMetricsPoller | null> {
    return isLoopback(baseUrl) ? pollServerMetrics(await this.createAccountClient(flags)) : null
  }
}

type Compared = { readonly compare?: string | undefined; readonly 'compare-any'?: boolean }
type Reports = { readonly [name in 'out' | 'junit' | 'html']?: string | undefined }

async function writeReports({ out, junit, html }: Reports, result: LoadTestResult): Promise<void> {
  if (out !== undefined) await writeOutputFile(out, `${JSON.stringify(result, null, 2)}\n`)
  if (junit !== undefined) await writeOutputFile(junit, renderLoadTestJunit(result))
  if (html !== undefined) await writeOutputFile(html, await renderHtmlPage('load-test', result))
}

/** A provider that failed, in a sentence: the service answers such turns, but nothing was measured by them. */
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
