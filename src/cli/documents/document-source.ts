import type { Client, FileInput } from '../../client/create-client.js'
import { usageError } from '../errors/command-error.js'
import { readStandardInputBytes } from '../input/standard-input.js'
import { openUpload } from '../input/upload.js'
import { uploadToLocalServer } from './local-upload.js'

/** Where a document comes from: an address that the service fetches, or a file that is sent to it first. */
export type UrlOrFile = { readonly url: string } | { readonly file: FileInput }

export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

/** What a person wrote as a source: an address, a file, or `-` for standard input. Files are looked at now. */
export async function openDocumentSource(text: string): Promise<UrlOrFile> {
  if (isUrl(text)) return { url: text }
  if (text !== '-') return { file: await openUpload(text) }
  const content = new Blob([await readStandardInputBytes()])
  if (content.size === 0) throw usageError('Standard input is empty')
  return { file: { name: 'document.pdf', content } }
}

/** The address to give to the service. */
export const documentSourceUrl = async (client: Client, source: UrlOrFile): Promise<string> =>
  'url' in source ? source.url : (await uploadToLocalServer(client, source.file)).url
