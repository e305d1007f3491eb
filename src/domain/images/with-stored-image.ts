import { domainError } from '../errors.js'
import type { FileStore, HeldFile } from '../files/ports.js'
import { singleChunk } from '../files/single-chunk.js'
import type { SanitizedImage } from './ports.js'

/** Encoding a picture again can make it larger, within limits. */
const MAX_ENCODED_BYTES = 64 * 2 ** 20

/** Stores a picture and holds its file while `use` stores the record that refers to it. Rejects with `invalid` when it is too large. */
export async function withStoredImage<T>(
  { files }: { readonly files: Pick<FileStore, 'put'> },
  { bytes }: SanitizedImage,
  use: (file: HeldFile) => Promise<T>,
): Promise<T> {
  const file = await files.put(singleChunk(bytes), { maxBytes: MAX_ENCODED_BYTES })
  if (file === undefined) throw domainError('imageTooLarge')
  try {
    return await use(file)
  } finally {
    file.release()
  }
}
