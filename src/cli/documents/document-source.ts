import type { Client, FileInput, OperationResult } from '../../client/create-client.js'
import { uploadDocumentFile } from '../../contract/uploads.js'
import { usageError } from '../errors/command-error.js'
import { readStandardInputBytes } from '../input/read-input.js'
import { openLocalFile } from '../input/upload.js'
import { isLoopback } from '../server-address/base-url.js'

/** A document: an address that the service fetches, or a file that is uploaded first. */
export type UrlOrFile = { readonly url: string } | { readonly file: FileInput }

export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

/** Opens a source: an address, a file, or `-` for standard input. Throws a usage error if a file is not readable. */
export async function openDocumentSource(text: string): Promise<UrlOrFile> {
  if (isUrl(text)) return { url: text }
  if (text !== '-') return { file: await openLocalFile(text) }
  const content = new Blob([await readStandardInputBytes()])
  if (content.size === 0) throw usageError('Standard input is empty')
  return { file: { name: 'document.pdf', content } }
}

/** The address of a source for the service; a file is uploaded for it. */
export const documentSourceUrl = async (client: Client, source: UrlOrFile): Promise<string> =>
  'url' in source ? source.url : (await uploadToLocalServer(client, source.file)).url

/** Uploads a file to a local server, which stores it for an hour under an address that only the server itself can fetch. */
export async function uploadToLocalServer(
  client: Client,
  file: FileInput,
): Promise<OperationResult<typeof uploadDocumentFile>> {
  requireLocalServer(client)
  return client.call(uploadDocumentFile, { file })
}

/** Throws a usage error for any other service: it takes documents only by their address. */
export function requireLocalServer({ baseUrl }: Pick<Client, 'baseUrl'>): void {
  if (isLoopback(baseUrl)) return
  throw usageError(
    `Files can only be sent to a local server; ${baseUrl} fetches documents from their address`,
    'Pass an address that it can reach: https://…',
  )
}
