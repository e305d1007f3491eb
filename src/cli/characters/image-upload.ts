import { basename } from 'node:path'
import type { FileInput } from '../../client/operation-types.js'
import {
  createFromImage,
  FromImageOptionsSchema,
  GENERATION_IMAGE_BYTES,
  GENERATION_IMAGE_FILES,
} from '../../contract/generation.js'
import { operation } from '../../contract/operation.js'
import { createFetch } from '../../network/fetch.js'
import { isUrl } from '../documents/document-source.js'
import { usageError } from '../errors/command-error.js'
import { readStandardInputBytes } from '../input/read-input.js'
import { openLocalFile } from '../input/upload.js'

/** `createFromImage` as a multipart request, which allows larger images than JSON. */
export const createFromImageUpload = operation({
  ...createFromImage,
  upload: { part: 'image', description: GENERATION_IMAGE_FILES.image },
  schema: { ...createFromImage.schema, body: FromImageOptionsSchema },
})

/** Opens an image: a file, an address (which this process fetches), or `-` for standard input. */
export async function openImage(source: string, timeoutMs: number): Promise<FileInput> {
  if (isUrl(source)) return fetchImage(source, timeoutMs)
  if (source !== '-') return openLocalFile(source)
  const content = new Blob([await readStandardInputBytes()])
  if (content.size === 0) throw usageError('Standard input is empty')
  return { name: 'picture', content }
}

async function fetchImage(address: string, timeoutMs: number): Promise<FileInput> {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) {
    throw usageError(`"${address}" is not an http or https address`)
  }
  try {
    const { fetch } = createFetch({ redirect: 'follow' })
    const response = await fetch(address, { signal: AbortSignal.timeout(Math.ceil(timeoutMs)) })
    if (!response.ok) {
      // An unread body would keep the connection, and so the process, open.
      await response.body?.cancel()
      throw usageError(`${address} answers with ${response.status}`)
    }
    return {
      name: basename(new URL(address).pathname) || 'picture',
      content: await readLimited(response, address),
    }
  } catch (cause) {
    if (cause instanceof TypeError || (cause as Error).name === 'TimeoutError') {
      throw usageError(`Cannot fetch ${address}`)
    }
    throw cause
  }
}

/** Reads a response up to the size that the service accepts. */
async function readLimited({ body }: Response, address: string): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > GENERATION_IMAGE_BYTES) throw usageError(`The image at ${address} is larger than 10 MB`)
    chunks.push(Uint8Array.from(chunk))
  }
  return new Blob(chunks)
}
