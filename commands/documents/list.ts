import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { renderDocuments } from '../../src/cli/documents/document-view.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { listDocuments } from '../../src/contract/documents.js'

export default class DocumentsList extends ParleyCommand {
  static override summary = 'List the documents of a character, oldest first.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira']
  static override args = { character: characterArg }
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(DocumentsList)
    const { client } = await this.resolveService(flags)
    const characterId = await findCharacterId(client, args.character)
    const list = await client.call(listDocuments, { params: { characterId } })
    const { terminal, result } = this.output(flags)
    result(list, () => renderDocuments(terminal, list.documents))
  }
}
