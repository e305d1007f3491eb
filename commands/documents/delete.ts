import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { documentArg } from '../../src/cli/documents/document-flags.js'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { printableLine } from '../../src/cli/output/printable.js'
import { deleteDocument, getDocument } from '../../src/contract/documents.js'

export default class DocumentsDelete extends ParleyCommand {
  static override summary = 'Delete a document of a character.'
  static override description =
    'A document that is still being processed cannot be deleted: cancel its batch first.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira DOCUMENT_ID --yes']
  static override args = {
    character: Args.string({ required: true, description: 'Id or complete name.' }),
    document: documentArg,
  }
  static override flags = { ...serviceFlags, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(DocumentsDelete)
    const { terminal, result } = this.output(flags)
    const { client } = await this.resolveService(flags)
    const { document: documentId } = args
    await confirm(terminal, flags, async () => {
      const { filename } = await client.call(getDocument, { params: { documentId } })
      return `Delete ${printableLine(filename)} (${documentId})?`
    })
    const characterId = await findCharacterId(client, args.character, 'exact')
    const answer = await client.call(deleteDocument, { params: { characterId, documentId } })
    result(answer, () => `Deleted ${documentId}`)
  }
}
