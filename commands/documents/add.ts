import { Args, Flags } from '@oclif/core'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import {
  type AddedDocument,
  addDocuments,
  documentsExitCode,
  openDocumentSources,
  renderAddedDocuments,
  waitForDocuments,
} from '../../src/cli/documents/add-documents.js'
import { headerFlag } from '../../src/cli/documents/document-flags.js'
import { renderDocuments } from '../../src/cli/documents/document-view.js'
import { uploadFlags } from '../../src/cli/input/upload.js'
import type { Output } from '../../src/cli/output/output.js'
import { waitFlags } from '../../src/cli/waiting/wait-flags.js'
import { WaitingCommand } from '../../src/cli/waiting/waiting-command.js'
import type { Client } from '../../src/client/create-client.js'

export default class DocumentsAdd extends WaitingCommand {
  static override summary = 'Add PDF documents to a character, by address or from files.'
  static override description =
    'Only a local server accepts files; any other service fetches documents from their address.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira handbook.pdf --wait',
    '<%= config.bin %> <%= command.id %> Mira handbook.pdf map.pdf --json',
  ]
  static override args = {
    character: characterArg,
    source: Args.string({
      required: true,
      multiple: true,
      description: 'Address or PDF file; - is standard input.',
    }),
  }
  static override flags = {
    ...uploadFlags,
    name: Flags.string({ summary: 'Name of the document. Default: the file name.', helpValue: 'TEXT' }),
    header: headerFlag(),
    ...waitFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(DocumentsAdd)
    const output = this.output(flags)
    const { client } = await this.resolveService(flags)
    const headers = Object.fromEntries(flags.header ?? [])
    const opened = await openDocumentSources({ sources: args.source, name: flags.name, headers }, client)
    const characterId = await findCharacterId(client, args.character)
    const added = await addDocuments(
      { client, characterId },
      { name: flags.name, headers, opened },
      (before) => {
        if (before.length > 0) output.warn(`added before the error: ${idsOf(before).join(', ')}`)
      },
    )
    if (flags.wait === undefined) {
      return output.result({ documents: added }, () => renderAddedDocuments(output.terminal, added))
    }
    await this.#wait({ client, output, added }, { waitMs: flags.wait, pollMs: flags['poll-interval'] })
  }

  async #wait(
    { client, output, added }: { client: Client; output: Output; added: readonly AddedDocument[] },
    options: { readonly waitMs: number; readonly pollMs: number | undefined },
  ): Promise<void> {
    const resumeHint = {
      message: 'Stopped waiting; the service continues to process the documents.',
      hint: idsOf(added)
        .map((id) => `parley documents get ${id}`)
        .join('\n'),
    }
    const documents = await this.interruption.runInterruptible(resumeHint, (signal) =>
      waitForDocuments({ client, output, signal, ...options }, idsOf(added)),
    )
    output.result({ documents }, () => renderDocuments(output.terminal, documents))
    process.exitCode = documentsExitCode(documents)
  }
}

const idsOf = (added: readonly AddedDocument[]): string[] => added.map(({ documentId }) => documentId)
