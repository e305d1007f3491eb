import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { renderCharacter } from '../../src/cli/characters/character-view.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { openLocalFile, uploadFlags } from '../../src/cli/input/upload.js'
import { uploadAvatar } from '../../src/contract/uploads.js'

export default class CharactersAvatar extends ParleyCommand {
  static override summary = 'Set the avatar of a character: JPEG, PNG or WebP, at most 10 MB.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira mira.png']
  static override args = {
    character: characterArg,
    file: Args.string({ required: true, description: 'Image file.' }),
  }
  static override flags = uploadFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CharactersAvatar)
    const file = await openLocalFile(args.file)
    const { client } = await this.resolveService(flags)
    const characterId = await findCharacterId(client, args.character)
    const character = await client.call(uploadAvatar, { params: { characterId }, file })
    const { terminal, result } = this.output(flags)
    result(character, () => renderCharacter(terminal, character))
  }
}
