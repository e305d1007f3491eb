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

const RUNNING: readonly Document['status'][] = DOCUMENT_STATUSES.slice(0, DOCUMENT_STATUSES.indexOf('ready'))
const isRunning = ({ status }: Pick<Document, 'status'>): boolean => RUNNING.includes(status)

type Waiting = {
  readonly client: Client
  readonly output: Output
  readonly waitMs: number
  readonly pollMs: number | undefined
  readonly signal: AbortSignal
}

/** The documents once none is queued or in progress any more, or the time ran out. Tells every change on the way. */
export async function waitForDocuments(
  waiting: Waiting,
  ids: readonly string[],
): Promise<readonly Document[]> {
  let known: readonly Document[] = []
  const read = (options: CallOptions) =>
    Promise.all(ids.map((id, index) => readDocument(waiting.client, { id, known: known[index] }, options)))
  const isOver = (documents: readonly Document[]) => !documents.some(isRunning)
  for await (const documents of poll({ ...waiting, read, isOver })) {
    documents.forEach((document, index) => {
      if (document.status !== known[index]?.status) waiting.output.note(statusLineOf(document))
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

/** Design 8. */
export function documentsExitCode(documents: readonly Document[]): number {
  if (documents.length === 0 || documents.some(isRunning)) return EXIT.stillRunning
  return documents.every(({ status }) => status === 'ready') ? 0 : EXIT.finishedWithFailures
}
