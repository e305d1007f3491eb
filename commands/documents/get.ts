import { ParleyCommand } from '../../src/cli/base-command.js'
import { documentArg } from '../../src/cli/documents/document-flags.js'
import { renderDocument } from '../../src/cli/documents/document-view.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { getDocument } from '../../src/contract/documents.js'

export default class DocumentsGet extends ParleyCommand {
  static override summary = 'Show a document and, if it failed, the error.'
  static override examples = ['<%= config.bin %> <%= command.id %> DOCUMENT_ID']
  static override args = { document: documentArg }
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(DocumentsGet)
    const { client } = await this.resolveService(flags)
    const document = await client.call(getDocument, { params: { documentId: args.document } })
    const { terminal, result } = this.output(flags)
    result(document, () => renderDocument(terminal, document))
  }
}
