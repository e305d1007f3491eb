import type { Client, OperationResult } from '../../client/create-client.js'
import { addDocument } from '../../contract/documents.js'
import { usageError } from '../errors/command-error.js'
import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { pdfProblem } from './check-pdf.js'
import { documentSourceUrl, openDocumentSource, type UrlOrFile } from './document-source.js'
import { requireLocalServer } from './local-upload.js'

export type AddedDocument = OperationResult<typeof addDocument>

type Wanted = {
  readonly sources: readonly string[]
  readonly name?: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** What the command line names, looked at before anything is asked of the service. */
export async function openDocumentSources(wanted: Wanted, client: Client): Promise<readonly UrlOrFile[]> {
  const { sources, name, headers } = wanted
  if (name !== undefined && sources.length > 1) throw usageError('--name is for one document')
  if (sources.filter((source) => source === '-').length > 1) throw usageError('Standard input is there once')
  const opened = await Promise.all(sources.map(openDocumentSource))
  if (opened.some((source) => 'file' in source)) requireLocalServer(client)
  if (Object.keys(headers).length > 0 && opened.every((source) => 'file' in source)) {
    throw usageError('--header is for documents that the service fetches')
  }
  await requirePdfs(opened)
  return opened
}

/** All are looked at before any is sent, so that one that is no PDF leaves nothing behind. */
async function requirePdfs(opened: readonly UrlOrFile[]): Promise<void> {
  const files = opened.flatMap((source) => ('file' in source ? [source.file] : []))
  const problems = (await Promise.all(files.map(pdfProblem))).filter((problem) => problem !== undefined)
  if (problems.length > 0) throw usageError(problems.join('\n'), 'Documents are PDF files; nothing was sent.')
}

/** Adds them in order. When one is refused, `onRefused` hears which are there already. */
export async function addDocuments(
  { client, characterId }: { readonly client: Client; readonly characterId: string },
  { name, headers, opened }: Omit<Wanted, 'sources'> & { readonly opened: readonly UrlOrFile[] },
  onRefused: (added: readonly AddedDocument[]) => void,
): Promise<readonly AddedDocument[]> {
  const added: AddedDocument[] = []
  try {
    for (const source of opened) {
      const body = {
        url: await documentSourceUrl(client, source),
        ...('file' in source ? { name: name ?? source.file.name } : { headers, ...(name && { name }) }),
      }
      added.push(await client.call(addDocument, { params: { characterId }, body }))
    }
    return added
  } catch (error) {
    onRefused(added)
    throw error
  }
}

const COLUMNS: readonly Column<AddedDocument>[] = [
  { title: 'ID', value: ({ documentId }) => documentId },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'NAME', value: ({ name }) => name, width: 'rest' },
]

export const renderAddedDocuments = (terminal: Terminal, accepted: readonly AddedDocument[]): string =>
  renderTable(terminal, COLUMNS, accepted)
