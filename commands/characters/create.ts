import { ParleyCommand } from '../../src/cli/base-command.js'
import { mergeCharacterConfig } from '../../src/cli/characters/character-config.js'
import { characterFlags } from '../../src/cli/characters/character-flags.js'
import { promptForCharacter, readCharacterInput } from '../../src/cli/characters/character-input.js'
import { renderCharacter } from '../../src/cli/characters/character-view.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { createCharacter } from '../../src/contract/characters.js'

export default class CharactersCreate extends ParleyCommand {
  static override summary = 'Create a character.'
  static override description =
    'Fields come from flags, from a file, or from both; all others get their defaults. Without any, the command prompts at a terminal.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> --name Mira --action "wave: Waves"',
    '<%= config.bin %> <%= command.id %> --file mira.yaml --public',
  ]
  static override usage = '<%= command.id %> [--file FILE] [FIELD FLAGS] [FLAGS]'
  static override flags = { ...serviceFlags, ...characterFlags }

  async run(): Promise<void> {
    const { flags } = await this.parse(CharactersCreate)
    const output = this.output(flags)
    const input = await readCharacterInput(output, flags)
    const isEmpty = flags.file === undefined && Object.keys(input).length === 0
    const body = isEmpty ? mergeCharacterConfig({}, await promptForCharacter(output.terminal)) : input
    const { client } = await this.resolveService(flags)
    const character = await client.call(createCharacter, { body })
    output.result(character, () => renderCharacter(output.terminal, character))
  }
}
