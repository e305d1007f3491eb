import type { Client, FileInput } from '../../client/create-client.js'
import { usageError } from '../errors/command-error.js'
import { readStandardInputBytes } from '../input/standard-input.js'
import { openUpload } from '../input/upload.js'
import { uploadLocally } from './local-upload.js'

/** Where a document comes from: an address that the service fetches, or a file that is sent to it first. */
export type Source = { readonly url: string } | { readonly file: FileInput }

export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

/** What a person wrote as a source: an address, a file, or `-` for standard input. Files are looked at now. */
export async function openSource(text: string): Promise<Source> {
  if (isAddress(text)) return { url: text }
  if (text !== '-') return { file: await openUpload(text) }
  const content = new Blob([await readStandardInputBytes()])
  if (content.size === 0) throw usageError('Standard input is empty')
  return { file: { name: 'document.pdf', content } }
}

/** The address to give to the service. */
export const addressOf = async (client: Client, source: Source): Promise<string> =>
  'url' in source ? source.url : (await uploadLocally(client, source.file)).url
