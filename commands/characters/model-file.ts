import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { renderCharacter } from '../../src/cli/characters/character-view.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { openLocalFile, uploadFlags } from '../../src/cli/input/upload.js'
import { uploadModelFile } from '../../src/contract/uploads.js'

export default class CharactersModelFile extends ParleyCommand {
  static override summary = 'Set the 3D model of a character: binary glTF (.glb), at most 150 MB.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira mira.glb']
  static override args = {
    character: characterArg,
    file: Args.string({ required: true, description: 'Model file.' }),
  }
  static override flags = uploadFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CharactersModelFile)
    const file = await openLocalFile(args.file)
    const { client } = await this.resolveService(flags)
    const characterId = await findCharacterId(client, args.character)
    const character = await client.call(uploadModelFile, { params: { characterId }, file })
    const { terminal, result } = this.output(flags)
    result(character, () => renderCharacter(terminal, character))
  }
}
