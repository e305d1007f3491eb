import type { Client, OperationResult } from '../../client/create-client.js'
import { addDocument } from '../../contract/documents.js'
import { usageError } from '../errors/command-error.js'
import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { pdfProblem } from './check-pdf.js'
import { requireLocal } from './local-upload.js'
import { addressOf, openSource, type Source } from './source.js'

export type Accepted = OperationResult<typeof addDocument>

type Wanted = {
  readonly sources: readonly string[]
  readonly name?: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** What the command line names, looked at before anything is asked of the service. */
export async function openSources(wanted: Wanted, client: Client): Promise<readonly Source[]> {
  const { sources, name, headers } = wanted
  if (name !== undefined && sources.length > 1) throw usageError('--name is for one document')
  if (sources.filter((source) => source === '-').length > 1) throw usageError('Standard input is there once')
  const opened = await Promise.all(sources.map(openSource))
  if (opened.some((source) => 'file' in source)) requireLocal(client)
  if (Object.keys(headers).length > 0 && opened.every((source) => 'file' in source)) {
    throw usageError('--header is for documents that the service fetches')
  }
  await requirePdfs(opened)
  return opened
}

/** All are looked at before any is sent, so that one that is no PDF leaves nothing behind. */
async function requirePdfs(opened: readonly Source[]): Promise<void> {
  const files = opened.flatMap((source) => ('file' in source ? [source.file] : []))
  const problems = (await Promise.all(files.map(pdfProblem))).filter((problem) => problem !== undefined)
  if (problems.length > 0) throw usageError(problems.join('\n'), 'Documents are PDF files; nothing was sent.')
}

/** Adds them in order. When one is refused, `onRefused` hears which are there already. */
export async function addSources(
  { client, characterId }: { readonly client: Client; readonly characterId: string },
  { name, headers, opened }: Omit<Wanted, 'sources'> & { readonly opened: readonly Source[] },
  onRefused: (added: readonly Accepted[]) => void,
): Promise<readonly Accepted[]> {
  const added: Accepted[] = []
  try {
    for (const source of opened) {
      const body = {
        url: await addressOf(client, source),
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

const COLUMNS: readonly Column<Accepted>[] = [
  { title: 'ID', value: ({ documentId }) => documentId },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'NAME', value: ({ name }) => name, width: 'rest' },
]

export const renderAccepted = (terminal: Terminal, accepted: readonly Accepted[]): string =>
  renderTable(terminal, COLUMNS, accepted)
