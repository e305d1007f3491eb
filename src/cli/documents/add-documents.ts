import type { CallOptions, Client, OperationResult } from '../../client/create-client.js'
import { addDocument, DOCUMENT_STATUSES, type Document, getDocument } from '../../contract/documents.js'
import { EXIT, usageError } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { printableLine } from '../output/printable.js'
import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { poll } from '../waiting/poll.js'
import { pdfProblem } from './check-pdf.js'
import {
  documentSourceUrl,
  openDocumentSource,
  requireLocalServer,
  type UrlOrFile,
} from './document-source.js'
import { describeDocumentError } from './document-view.js'

export type AddedDocument = OperationResult<typeof addDocument>

type DocumentRequest = {
  readonly sources: readonly string[]
  readonly name?: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** Opens the sources of the command line and validates them before any request. */
export async function openDocumentSources(
  request: DocumentRequest,
  client: Client,
): Promise<readonly UrlOrFile[]> {
  const { sources, name, headers } = request
  if (name !== undefined && sources.length > 1)
    throw usageError('--name can only be used with a single document')
  if (sources.filter((source) => source === '-').length > 1)
    throw usageError('Standard input can only be used once')
  const opened = await Promise.all(sources.map(openDocumentSource))
  if (opened.some((source) => 'file' in source)) requireLocalServer(client)
  if (Object.keys(headers).length > 0 && opened.every((source) => 'file' in source)) {
    throw usageError('--header only applies to documents that the service fetches')
  }
  await requirePdfs(opened)
  return opened
}

/** Checks all files before any is sent, so that one that is not a PDF leaves no partial result. */
async function requirePdfs(opened: readonly UrlOrFile[]): Promise<void> {
  const files = opened.flatMap((source) => ('file' in source ? [source.file] : []))
  const problems = (await Promise.all(files.map(pdfProblem))).filter((problem) => problem !== undefined)
  if (problems.length > 0) throw usageError(problems.join('\n'), 'Documents are PDF files; nothing was sent.')
}

/** Adds documents in order. If one fails, `onFailure` receives those already added. */
export async function addDocuments(
  { client, characterId }: { readonly client: Client; readonly characterId: string },
  { name, headers, opened }: Omit<DocumentRequest, 'sources'> & { readonly opened: readonly UrlOrFile[] },
  onFailure: (added: readonly AddedDocument[]) => void,
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
    onFailure(added)
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

const RUNNING: readonly Document['status'][] = DOCUMENT_STATUSES.slice(0, DOCUMENT_STATUSES.indexOf('ready'))
const isRunning = ({ status }: Pick<Document, 'status'>): boolean => RUNNING.includes(status)

type WaitOptions = {
  readonly client: Client
  readonly output: Output
  readonly waitMs: number
  readonly pollMs: number | undefined
  readonly signal: AbortSignal
}

/** Polls until all documents are finished or the time is over. Prints every change of status. */
export async function waitForDocuments(
  options: WaitOptions,
  ids: readonly string[],
): Promise<readonly Document[]> {
  let known: readonly Document[] = []
  const read = (callOptions: CallOptions) =>
    Promise.all(
      ids.map((id, index) => readDocument(options.client, { id, known: known[index] }, callOptions)),
    )
  const isOver = (documents: readonly Document[]) => !documents.some(isRunning)
  for await (const documents of poll({ ...options, read, isOver })) {
    documents.forEach((document, index) => {
      if (document.status !== known[index]?.status) options.output.note(statusLineOf(document))
    })
    known = documents
  }
  return known
}

const readDocument = async (
  client: Client,
  { id: documentId, known }: { readonly id: string; readonly known: Document | undefined },
  options: CallOptions,
): Promise<Document> =>
  known !== undefined && !isRunning(known)
    ? known
    : client.call(getDocument, { params: { documentId } }, options)

const statusLineOf = ({ filename, status, error }: Document): string =>
  `${printableLine(filename)}: ${status}${error === null ? '' : `, ${describeDocumentError(error)}`}`

export function documentsExitCode(documents: readonly Document[]): number {
  if (documents.length === 0 || documents.some(isRunning)) return EXIT.stillRunning
  return documents.every(({ status }) => status === 'ready') ? 0 : EXIT.finishedWithFailures
}
