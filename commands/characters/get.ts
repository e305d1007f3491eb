import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { renderCharacter } from '../../src/cli/characters/character-view.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { getCharacter } from '../../src/contract/characters.js'

export default class CharactersGet extends ParleyCommand {
  static override summary = 'Show a character.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira']
  static override args = { character: characterArg }
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CharactersGet)
    const { client } = await this.resolveService(flags)
    const characterId = await findCharacterId(client, args.character)
    const character = await client.call(getCharacter, { params: { characterId } })
    const { terminal, result } = this.output(flags)
    result(character, () => renderCharacter(terminal, character))
  }
}
