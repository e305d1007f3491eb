import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { printable } from '../../src/cli/output/printable.js'
import type { Client } from '../../src/client/create-client.js'
import { type Character, deleteCharacter, getCharacter } from '../../src/contract/characters.js'

export default class CharactersDelete extends ParleyCommand {
  static override summary = 'Delete a character with its conversations, messages and documents.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira --yes']
  static override args = {
    character: Args.string({ required: true, description: 'Id or complete name.' }),
  }
  static override flags = { ...serviceFlags, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CharactersDelete)
    const { terminal, result } = this.output(flags)
    const { client } = await this.resolveService(flags)
    await confirm(terminal, flags, async () => {
      const { id, name } = await this.#findCharacter(client, args.character)
      return `Delete ${printable(name)} (${id}) and all its conversations?`
    })
    const characterId = await findCharacterId(client, args.character, 'exact')
    const answer = await client.call(deleteCharacter, { params: { characterId } })
    result(answer, () => `Deleted ${characterId}`)
  }

  async #findCharacter(client: Client, idOrName: string): Promise<Character> {
    const characterId = await findCharacterId(client, idOrName, 'exact')
    return client.call(getCharacter, { params: { characterId } })
  }
}
