import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { inputNeededError } from '../../src/cli/errors/command-error.js'
import { readForeignLoadTest, renderScenario } from '../../src/cli/loadtest/foreign-load-test.js'
import { writeOutputFile } from '../../src/cli/output/output-file.js'
import { printableLine } from '../../src/cli/output/printable.js'

export default class LoadtestImport extends ParleyCommand {
  static override summary = 'Turn a load test of Artillery or k6 into a scenario.'
  static override description =
    'Takes over phases, stages, scenarios with their weights, requests, pauses, and thresholds that parley measures, too. ' +
    'Nothing of the file is run, so of a k6 script only the options are read, which `k6 inspect` writes as JSON. ' +
    'Names what it cannot take over, line by line.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> artillery.yml --character maren --out imported.yaml',
  ]
  static override args = {
    file: Args.string({
      required: true,
      description: 'An Artillery script, or k6 options, as YAML or JSON; - for standard input.',
    }),
  }
  static override flags = {
    character: Flags.string({ summary: 'Whom the players talk to: id or name.', helpValue: 'CHARACTER' }),
    out: Flags.string({ summary: 'Write the scenario to this file.', helpValue: 'FILE' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(LoadtestImport)
    const { tool, scenario, notes, ...found } = await readForeignLoadTest(args.file)
    const character = flags.character ?? found.character
    if (character === undefined)
      throw inputNeededError('The file does not say whom the players talk to.', 'Add --character.')
    const whole = { character, ...scenario }
    const text = renderScenario(whole, { tool, file: args.file, notes })
    if (flags.out !== undefined) await writeOutputFile(flags.out, text)
    const { result, note } = this.output(flags)
    // A name in the file must not begin a line of its own.
    for (const line of notes) note(printableLine(line))
    result({ tool, scenario: whole, notTakenOver: notes }, () =>
      flags.out === undefined ? text.trimEnd() : `${flags.out} is a scenario for parley loadtest.`,
    )
  }
}
