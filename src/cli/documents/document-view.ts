import type { Document, DocumentError } from '../../contract/documents.js'
import { printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderFields, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

const COLUMNS: readonly Column<Document>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'PAGES', value: ({ pageCount }) => String(pageCount || '') },
  { title: 'NAME', value: ({ filename }) => filename, width: 'rest' },
]

/** Renders documents as a table, followed by the errors of failed ones. */
export function renderDocuments(terminal: Terminal, documents: readonly Document[]): string {
  const failures = documents.flatMap(({ filename, error }) =>
    error === null ? [] : [`${printableLine(filename)}: ${describeDocumentError(error)}`],
  )
  return [renderTable(terminal, COLUMNS, documents), ...failures].join('\n')
}

export const renderDocument = (terminal: Terminal, document: Document): string =>
  renderFields(terminal, [
    ['id', document.id],
    ['name', printableLine(document.filename)],
    ['character', document.agentId],
    ['status', document.status],
    ['error', document.error && describeDocumentError(document.error)],
    ['from', printableLine(document.sourceUrl)],
    ['size', document.fileSize === 0 ? null : `${document.fileSize} bytes`],
    ['pages', countText(document.pageCount)],
    ['passages', countText(document.chunkCount)],
    ['tokens', countText(document.totalTokens)],
    ['added', readableTime(document.createdAt)],
    ['updated', readableTime(document.updatedAt)],
  ])

const countText = (count: number): string | null => (count === 0 ? null : String(count))

/** An error of the service, or one that a command detects itself. */
type DescribedError = { readonly code: string } & Pick<DocumentError, 'message' | 'httpStatus'>

/** `fetch_http_error (404): The origin answered 404`: the code comes first, because documentation lists errors by it. */
export const describeDocumentError = ({ code, message, httpStatus }: DescribedError): string =>
  printableLine(`${code}${httpStatus === undefined ? '' : ` (${httpStatus})`}: ${message}`)
