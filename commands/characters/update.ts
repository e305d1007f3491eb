import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg, characterFlags, clearFlag } from '../../src/cli/characters/character-flags.js'
import { readCharacterInput } from '../../src/cli/characters/character-input.js'
import { renderCharacter } from '../../src/cli/characters/character-view.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { usageError } from '../../src/cli/errors/command-error.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { updateCharacter } from '../../src/contract/characters.js'

export default class CharactersUpdate extends ParleyCommand {
  static override summary = 'Change the given fields of a character.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira --tagline Pilot --clear background']
  static override args = { character: characterArg }
  static override usage = '<%= command.id %> CHARACTER [--file FILE] [FIELD FLAGS] [--clear FIELD] [FLAGS]'
  static override flags = { ...serviceFlags, ...characterFlags, clear: clearFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CharactersUpdate)
    const output = this.output(flags)
    const body = await readCharacterInput(output, flags)
    if (Object.keys(body).length === 0)
      throw usageError('Nothing to change', 'Pass a field as a flag, or --file.')

    const { client } = await this.resolveService(flags)
    const characterId = await findCharacterId(client, args.character)
    const character = await client.call(updateCharacter, { params: { characterId }, body })
    output.result(character, () => renderCharacter(output.terminal, character))
  }
}
