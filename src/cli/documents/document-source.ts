import type { Client, FileInput, OperationResult } from '../../client/create-client.js'
import { uploadDocumentFile } from '../../contract/uploads.js'
import { usageError } from '../errors/command-error.js'
import { readStandardInputBytes } from '../input/read-input.js'
import { openLocalFile } from '../input/upload.js'
import { isLoopback } from '../server-address/base-url.js'

/** Where a document comes from: an address that the service fetches, or a file that is sent to it first. */
export type UrlOrFile = { readonly url: string } | { readonly file: FileInput }

export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

/** What a person wrote as a source: an address, a file, or `-` for standard input. Files are looked at now. */
export async function openDocumentSource(text: string): Promise<UrlOrFile> {
  if (isUrl(text)) return { url: text }
  if (text !== '-') return { file: await openLocalFile(text) }
  const content = new Blob([await readStandardInputBytes()])
  if (content.size === 0) throw usageError('Standard input is empty')
  return { file: { name: 'document.pdf', content } }
}

/** The address to give to the service. */
export const documentSourceUrl = async (client: Client, source: UrlOrFile): Promise<string> =>
  'url' in source ? source.url : (await uploadToLocalServer(client, source.file)).url

/** Sends a file to a local server, which keeps it for an hour under an address that only its own fetcher may ask. */
export async function uploadToLocalServer(
  client: Client,
  file: FileInput,
): Promise<OperationResult<typeof uploadDocumentFile>> {
  requireLocalServer(client)
  return client.call(uploadDocumentFile, { file })
}

/** Any other service takes documents by their address only, so that nothing is sent there. */
export function requireLocalServer({ baseUrl }: Pick<Client, 'baseUrl'>): void {
  if (isLoopback(baseUrl)) return
  throw usageError(
    `Files can be sent to a local server only; ${baseUrl} fetches documents from their address`,
    'Give an address that it can reach: https://…',
  )
}
