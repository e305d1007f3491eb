import { pipeline } from 'node:stream/promises'
import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { documentArg } from '../../src/cli/documents/document-flags.js'
import { uploadFlags } from '../../src/cli/input/upload.js'
import { fetchLink, safeFileName, saveAtomically } from '../../src/cli/output/download-file.js'
import { refuseOverwriting, requireFreeStandardOutput } from '../../src/cli/output/output-file.js'
import { linkDocument } from '../../src/contract/documents.js'

export default class DocumentsDownload extends ParleyCommand {
  static override summary = 'Download a document that is ready.'
  static override examples = ['<%= config.bin %> <%= command.id %> DOCUMENT_ID --out copy.pdf']
  static override args = { document: documentArg }
  static override flags = {
    ...uploadFlags,
    out: Flags.string({
      char: 'o',
      summary: 'File to write. Default: the name of the document, in this folder. - is standard output.',
      helpValue: 'FILE',
    }),
    force: Flags.boolean({ summary: 'Overwrite an existing file.' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(DocumentsDownload)
    const output = this.output(flags)
    if (flags.out === '-') requireFreeStandardOutput(flags)
    if (flags.out !== undefined) refuseOverwriting(flags.out, flags, '--out')
    const { client } = await this.resolveService(flags)
    const link = await client.call(linkDocument, { params: { documentId: args.document } })
    const file = flags.out ?? safeFileName(link.filename, `${args.document}.pdf`)
    refuseOverwriting(file, flags, '--out')
    const bytes = await fetchLink(link, AbortSignal.timeout(flags.timeout * 1000))
    if (file === '-') return pipeline(bytes, process.stdout, { end: false })
    await saveAtomically(file, bytes)
    const { contentType, fileSizeBytes } = link
    output.result({ documentId: args.document, file, contentType, fileSizeBytes }, () => `Saved ${file}`)
  }
}
