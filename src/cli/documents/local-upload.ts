import type { Client, FileInput, OperationResult } from '../../client/create-client.js'
import { uploadDocumentFile } from '../../contract/uploads.js'
import { usageError } from '../errors/command-error.js'
import { isLoopback } from '../server-address/loopback.js'

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
