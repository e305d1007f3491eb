import { domainError } from '../errors.js'
import type { FileStore, HeldFile } from '../files/ports.js'
import { singleChunk } from '../files/single-chunk.js'
import type { SanitizedImage } from './ports.js'

/** Encoded anew, a picture can grow, but not without end. */
const MAX_ENCODED_BYTES = 64 * 2 ** 20

/** Keeps the file of a picture while `use` stores what refers to it. Rejects with `invalid` when it is too large. */
export async function withStoredImage<T>(
  { files }: { readonly files: Pick<FileStore, 'put'> },
  { bytes }: SanitizedImage,
  use: (file: HeldFile) => Promise<T>,
): Promise<T> {
  const kept = await files.put(singleChunk(bytes), { maxBytes: MAX_ENCODED_BYTES })
  if (kept === undefined) throw domainError('imageTooLarge')
  try {
    return await use(kept)
  } finally {
    kept.release()
  }
}
