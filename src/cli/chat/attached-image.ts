import { CHAT_IMAGE_BYTES } from '../../contract/limits.js'
import { usageError } from '../errors/command-error.js'
import { openLocalFile } from '../input/upload.js'
import type { AttachedImage } from './turn.js'

/** A file that is to be shown to a character. */
export async function readAttachedImage(path: string | undefined): Promise<AttachedImage | undefined> {
  if (path === undefined) return undefined
  const { name, content } = await openLocalFile(path)
  if (content.size > CHAT_IMAGE_BYTES) throw usageError(`The picture ${path} has more than 10 MB`)
  return { name, image: Buffer.from(await content.arrayBuffer()).toString('base64') }
}
