import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, FileInput } from '../../client/create-client.js'
import { uploadLocally } from '../documents/local-upload.js'
import { openUpload } from '../upload.js'
import type { BatchFile } from './batch-file.js'
import { type OpenRequest, openRequests } from './documents.js'

export type LocalFile = FileInput & { readonly sha256: string }

/** A batch that only needs its files to be sent. */
export type PreparedBatch = {
  readonly file: BatchFile
  readonly requests: readonly OpenRequest[]
  /** By path, each once. */
  readonly files: ReadonlyMap<string, LocalFile>
}

/** Finds and reads the files that a batch names, so that whatever is wrong with them is known before anything is sent. */
export async function prepareBatch(file: BatchFile): Promise<PreparedBatch> {
  const requests = await openRequests(file)
  const files = new Map<string, LocalFile>()
  for (const { documents } of requests) {
    for (const document of documents ?? []) {
      if (!('file' in document) || files.has(document.file)) continue
      const opened = await openUpload(document.file)
      files.set(document.file, { ...opened, sha256: await sha256Of(opened.content) })
    }
  }
  return { file, requests, files }
}

async function sha256Of(content: Blob): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(Readable.from(content.stream()), hash)
  return hash.digest('hex')
}

/** The body with `urlOf` in place of each file. */
export function bodyWith(
  { file, requests }: Pick<PreparedBatch, 'file' | 'requests'>,
  urlOf: (path: string) => string,
): Record<string, unknown> {
  return {
    ...file.body,
    requests: requests.map(({ request, documents }) =>
      documents === null || typeof request !== 'object'
        ? request
        : {
            ...request,
            documents: documents.map((document) =>
              'file' in document ? { url: urlOf(document.file), ...document.input } : document.input,
            ),
          },
    ),
  }
}

/** Sends the files to the local server, and makes the body that names them by the addresses they got. */
export async function sendFiles(client: Client, batch: PreparedBatch): Promise<Record<string, unknown>> {
  const urls = new Map<string, string>()
  for (const [path, file] of batch.files) urls.set(path, (await uploadLocally(client, file)).url)
  return bodyWith(batch, (path) => urls.get(path) ?? '')
}

/** Whose batch it is: another player or organization makes another batch of the same file. */
export type Owner = { readonly 'player-id'?: string | undefined; readonly 'org-id'?: string | undefined }

/** A key that follows from what the batch says and from the bytes of its files, so that sending it twice makes one batch. */
export function idempotencyKeyOf(batch: PreparedBatch, owner: Owner): string {
  const body = bodyWith(batch, (path) => `sha256:${batch.files.get(path)?.sha256}`)
  const content = JSON.stringify([body, owner['player-id'] ?? null, owner['org-id'] ?? null])
  return `parley-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}
