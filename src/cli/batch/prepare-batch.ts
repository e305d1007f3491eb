import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, FileInput } from '../../client/create-client.js'
import { uploadToLocalServer } from '../documents/local-upload.js'
import type { BatchFile } from './input-file/batch-file.js'
import { type ItemIssue, normalizeItems } from './input-file/items.js'
import { openLocalPdf } from './input-file/local-pdf.js'
import type { BatchProblem } from './input-file/parsed-batch.js'
import {
  type ResolvedDocument,
  type ResolvedRequest,
  resolveDocuments,
} from './input-file/resolve-documents.js'

export type LocalFile = FileInput & { readonly sha256: string }

/** A batch that only needs its files to be sent, unless there are problems with them. */
export type PreparedBatch = {
  readonly file: BatchFile
  readonly requests: readonly ResolvedRequest[]
  /** By path, each once. */
  readonly files: ReadonlyMap<string, LocalFile>
  /** What should be known of the fields of items. */
  readonly fieldIssues: readonly ItemIssue[]
  /** Files of the disk that cannot be sent. */
  readonly problems: readonly BatchProblem[]
}

/** Finds and reads the files that a batch names, so that whatever is wrong with them is known before anything is sent. */
export async function prepareBatch(written: BatchFile): Promise<PreparedBatch> {
  const { file, notes } = normalizeItems(written)
  const requests = await resolveDocuments(file)
  const opened = new Map<string, OpenedFile>()
  const problems: BatchProblem[] = []
  for (const [index, { documents }] of requests.entries()) {
    for (const [nth, document] of (documents ?? []).entries()) {
      const problem = await documentProblem(document, opened)
      if (problem !== null)
        problems.push({ loc: ['body', 'requests', index, 'documents', nth], msg: problem })
    }
  }
  const usable = [...opened].flatMap(([path, one]): [string, LocalFile][] =>
    'problem' in one ? [] : [[path, one]],
  )
  return { file, requests, files: new Map(usable), fieldIssues: notes, problems }
}

type OpenedFile = LocalFile | { readonly problem: string }

async function documentProblem(
  document: ResolvedDocument,
  opened: Map<string, OpenedFile>,
): Promise<string | null> {
  if ('problem' in document) return document.problem
  if (!('file' in document)) return null
  const found = opened.get(document.file) ?? (await openLocal(document.file))
  opened.set(document.file, found)
  return 'problem' in found ? `${document.file}: ${found.problem}` : null
}

async function openLocal(path: string): Promise<OpenedFile> {
  const file = await openLocalPdf(path)
  return 'problem' in file ? file : { ...file, sha256: await sha256Of(file.content) }
}

async function sha256Of(content: Blob): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(Readable.from(content.stream()), hash)
  return hash.digest('hex')
}

/** The body with `urlOf` in place of each file. */
export function bodyWithFileUrls(
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
export async function uploadFiles(client: Client, batch: PreparedBatch): Promise<Record<string, unknown>> {
  const urls = new Map<string, string>()
  for (const [path, file] of batch.files) urls.set(path, (await uploadToLocalServer(client, file)).url)
  return bodyWithFileUrls(batch, (path) => urls.get(path) ?? '')
}

/** Whose batch it is: another player or organization makes another batch of the same file. */
export type Owner = { readonly 'player-id'?: string | undefined; readonly 'org-id'?: string | undefined }

/** A key that follows from what the batch says and from the bytes of its files, so that sending it twice makes one batch. */
export function contentIdempotencyKey(batch: PreparedBatch, owner: Owner): string {
  const body = bodyWithFileUrls(batch, (path) => `sha256:${batch.files.get(path)?.sha256}`)
  const content = JSON.stringify([body, owner['player-id'] ?? null, owner['org-id'] ?? null])
  return `parley-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}
