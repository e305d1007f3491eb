import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, FileInput } from '../../client/create-client.js'
import type { SubmitBatch } from '../../contract/batch-requests.js'
import { type Batch, submitBatch } from '../../contract/batches.js'
import { DOCUMENT_BYTES } from '../../contract/documents.js'
import { describeReadError } from '../../runtime/config/input-file.js'
import { nonPdfKind } from '../documents/check-pdf.js'
import { requireLocalServer, uploadToLocalServer } from '../documents/document-source.js'
import { usageError } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import type { BatchFile } from './input-file/batch-file.js'
import { type ItemIssue, normalizeItems } from './input-file/items.js'
import type { BatchProblem } from './input-file/parsed-batch.js'
import {
  type ResolvedDocument,
  type ResolvedRequest,
  resolveDocuments,
} from './input-file/resolve-documents.js'
import {
  describeProblem,
  fieldProblems,
  ignoredFieldWarnings,
  limitLines,
  locateRefusal,
} from './problems.js'

type LocalFile = FileInput & { readonly sha256: string }

/** A batch with its local files opened, ready to be submitted unless it has problems. */
export type PreparedBatch = {
  readonly file: BatchFile
  readonly requests: readonly ResolvedRequest[]
  /** By path, each once. */
  readonly files: ReadonlyMap<string, LocalFile>
  /** Fields of items that are unknown, read-only or given twice. */
  readonly fieldIssues: readonly ItemIssue[]
  /** Local files that cannot be sent. */
  readonly problems: readonly BatchProblem[]
}

/** Finds and reads the local files of a batch, so that every problem with them is known before anything is sent. */
export async function prepareBatch(written: BatchFile): Promise<PreparedBatch> {
  const { file, issues } = normalizeItems(written)
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
  return { file, requests, files: new Map(usable), fieldIssues: issues, problems }
}

type OpenedFile = LocalFile | { readonly problem: string }

async function documentProblem(
  document: ResolvedDocument,
  opened: Map<string, OpenedFile>,
): Promise<string | null> {
  if ('problem' in document) return document.problem
  if (!('file' in document)) return null
  const found = opened.get(document.file) ?? (await openWithHash(document.file))
  opened.set(document.file, found)
  return 'problem' in found ? `${document.file}: ${found.problem}` : null
}

async function openWithHash(path: string): Promise<OpenedFile> {
  const file = await openLocalPdf(path)
  return 'problem' in file ? file : { ...file, sha256: await sha256Of(file.content) }
}

async function openLocalPdf(path: string): Promise<FileInput | { readonly problem: string }> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return { problem: 'this is a folder, not a file' }
    if (!found.isFile()) return { problem: 'this is not a file' }
    if (found.size > DOCUMENT_BYTES) {
      return { problem: `the file is larger than ${DOCUMENT_BYTES / 2 ** 20} MB` }
    }
    const content = await openAsBlob(path)
    const kind = await nonPdfKind(content)
    if (kind !== undefined) return { problem: `the file is no PDF: it is ${kind}` }
    return { name: basename(path), content }
  } catch (error) {
    return { problem: describeReadError(error) }
  }
}

async function sha256Of(content: Blob): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(Readable.from(content.stream()), hash)
  return hash.digest('hex')
}

/** Throws a usage error if the batch must not be sent, and warns about fields that the service would ignore. */
export function validatePreparedBatch(
  { warn }: Pick<Output, 'warn'>,
  batch: PreparedBatch,
  isStrict: boolean,
): void {
  const problems = [...batch.problems, ...fieldProblems(batch, isStrict)]
  if (problems.length > 0) {
    const lines = limitLines(problems.map((problem) => describeProblem(batch, problem)))
    throw usageError([`${batch.file.name} cannot be submitted:`, ...lines].join('\n'))
  }
  for (const line of limitLines(ignoredFieldWarnings(batch))) warn(line)
}

/** The owner is part of the idempotency key: another player or organization gets another batch from the same file. */
type BatchOwner = { readonly 'player-id'?: string | undefined; readonly 'org-id'?: string | undefined }

/** A key derived from the content of the batch and of its files, so that submitting it twice creates one batch. */
export function contentIdempotencyKey(batch: PreparedBatch, owner: BatchOwner): string {
  const body = bodyWithFileUrls(batch, (path) => `sha256:${batch.files.get(path)?.sha256}`)
  const content = JSON.stringify([body, owner['player-id'] ?? null, owner['org-id'] ?? null])
  return `parley-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}

/** Uploads the local files of a batch, then submits it. A refusal names the items and lines that it is about. */
export async function submitPreparedBatch(
  client: Client,
  prepared: PreparedBatch,
  key: string,
): Promise<Batch> {
  if (prepared.files.size > 0) requireLocalServer(client)
  // The service validates the body, and its answer names every invalid field.
  const body = (await uploadFiles(client, prepared)) as SubmitBatch
  try {
    return await client.call(submitBatch, { body }, { idempotencyKey: key })
  } catch (error) {
    throw locateRefusal(error, prepared)
  }
}

/** Uploads the files to the local server; returns the request body with their addresses. */
async function uploadFiles(client: Client, batch: PreparedBatch): Promise<Record<string, unknown>> {
  const urls = new Map<string, string>()
  for (const [path, file] of batch.files) urls.set(path, (await uploadToLocalServer(client, file)).url)
  return bodyWithFileUrls(batch, (path) => urls.get(path) ?? '')
}

/** The request body with `urlOf(path)` in place of each local file. */
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
