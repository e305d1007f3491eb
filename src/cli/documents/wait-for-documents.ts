import type { CallOptions, Client } from '../../client/create-client.js'
import { DOCUMENT_STATUSES, type Document, getDocument } from '../../contract/documents.js'
import { EXIT } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { printableLine } from '../output/printable.js'
import { poll } from '../waiting/poll.js'
import { describeDocumentError } from './document-view.js'

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
