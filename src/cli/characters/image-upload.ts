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

/** The same as `createFromImage`, sent as a form, which takes larger pictures than JSON. */
export const createFromImageUpload = operation({
  ...createFromImage,
  upload: { part: 'image', description: GENERATION_IMAGE_FILES.image },
  schema: { ...createFromImage.schema, body: FromImageOptionsSchema },
})

/** A picture by its file, by its address, which is fetched from here, or from standard input (`-`). */
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
      // What is left unread would keep the connection, and with it the process.
      await response.body?.cancel()
      throw usageError(`${address} answers with ${response.status}`)
    }
    return {
      name: basename(new URL(address).pathname) || 'picture',
      content: await limited(response, address),
    }
  } catch (cause) {
    if (cause instanceof TypeError || (cause as Error).name === 'TimeoutError') {
      throw usageError(`Cannot fetch ${address}`)
    }
    throw cause
  }
}

/** Whatever an address gives, no more is read than the service takes. */
async function limited({ body }: Response, address: string): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > GENERATION_IMAGE_BYTES) throw usageError(`The picture at ${address} has more than 10 MB`)
    chunks.push(Uint8Array.from(chunk))
  }
  return new Blob(chunks)
}
