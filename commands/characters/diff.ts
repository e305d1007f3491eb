import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import {
  type ComparedCharacter,
  diffCharacters,
  type FieldDifference,
  readComparedCharacter,
} from '../../src/cli/characters/compared-character.js'
import { renderDifferences } from '../../src/cli/characters/field-diff-view.js'
import { EXIT, usageError } from '../../src/cli/errors/command-error.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'

const side = Args.string({
  required: true,
  description: 'Id or name of a character, or a file of fields in YAML or JSON; - is standard input.',
})

export default class CharactersDiff extends ParleyCommand {
  static override summary = 'Show in which fields two characters differ.'
  static override description = `Either side may be a file of fields, as for characters update --file.
Fields that the file leaves out are not compared with a character. Documents are not compared.
The exit code is 0 if nothing differs, else 1.`
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira Ada',
    '<%= config.bin %> <%= command.id %> Mira mira.yaml --json',
  ]
  static override args = { a: side, b: side }
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CharactersDiff)
    const output = this.output(flags)
    if (args.a === '-' && args.b === '-') throw usageError('Standard input can only be used once')
    const client = async () => (await this.resolveService(flags)).client
    const a = await readComparedCharacter(client, args.a)
    const b = await readComparedCharacter(client, args.b)
    const differences = diffCharacters(a, b)
    output.result(documentOf([a, b], differences), () =>
      renderDifferences(output.terminal, [a, b], differences),
    )
    if (differences.length > 0) process.exitCode = EXIT.failed
  }
}

const documentOf = (
  [a, b]: readonly [ComparedCharacter, ComparedCharacter],
  differences: readonly FieldDifference[],
) => ({
  same: differences.length === 0,
  a: a.source,
  b: b.source,
  differences,
})
