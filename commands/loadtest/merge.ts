import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { usageError } from '../../src/cli/errors/command-error.js'
import { exitCodeOf, providerFailure } from '../../src/cli/loadtest/outcome.js'
import { readResult } from '../../src/cli/loadtest/read-results.js'
import { resultFileFlags, writeResultFiles } from '../../src/cli/loadtest/result-files.js'
import { renderResult } from '../../src/cli/loadtest/result-view.js'
import { mergeParts, type NamedResult } from '../../src/loadtest/results/merge-parts.js'
import type { LoadTestResult } from '../../src/loadtest/results/result.js'
import { parseThreshold } from '../../src/loadtest/results/thresholds.js'

export default class LoadtestMerge extends ParleyCommand {
  static override summary = 'Add up the results of machines that each played a part of a load test.'
  static override description =
    'Counts and times add up exactly: percentiles and thresholds are those of all samples together. Each part must be ' +
    'there once. Exits as `loadtest` does.'
  static override examples = ['<%= config.bin %> <%= command.id %> part-1.json part-2.json --html rush.html']
  static override usage = '<%= command.id %> PARTS... [FLAGS]'
  static override strict = false
  static override args = {
    parts: Args.string({ required: true, description: 'What --out of each part wrote.' }),
  }
  static override flags = resultFileFlags

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(LoadtestMerge)
    const named: NamedResult[] = []
    for (const path of argv.map(String)) named.push({ name: path, result: await readResult(path) })
    const merged = merge(named)
    await writeResultFiles(flags, merged)
    const { terminal, result, warn } = this.output(flags)
    result(merged, () => renderResult(terminal, merged))
    const thresholds = (named[0]?.result.part?.thresholds ?? []).map((text) => parseThreshold(text, 'any'))
    const failure = providerFailure(merged, thresholds)
    if (failure !== undefined) warn(failure)
    process.exitCode = exitCodeOf(merged, { hasOwnThresholds: thresholds.length > 0, failure })
  }
}

function merge(named: readonly NamedResult[]): LoadTestResult {
  try {
    return mergeParts(named)
  } catch (error) {
    const isInput = error instanceof Error && ['PartsError', 'ThresholdError'].includes(error.name)
    throw isInput ? usageError(error.message) : error
  }
}
