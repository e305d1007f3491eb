import { basename, isAbsolute, join } from 'node:path'
import { isAddress } from '../documents/source.js'
import { usageError } from '../errors.js'
import type { BatchFile, Path } from './batch-file.js'
import { filesOf, isPattern } from './glob.js'

/** A file in place of a document's address, until it was sent. */
export type LocalDocument = {
  readonly file: string
  readonly input: Readonly<Record<string, unknown>>
  /** Which of the documents as they were written; a pattern is one that becomes several. */
  readonly entry: number
}
export type OpenDocument = LocalDocument | { readonly input: unknown; readonly entry: number }

/** A request's documents with the patterns expanded: input objects, some of which still need their address. */
export type OpenRequest = {
  readonly request: unknown
  /** As they are in the request; null where the request has no list of them. */
  readonly documents: readonly OpenDocument[] | null
}

/**
 * What a request's `documents` mean. Beside the service's input objects there may be addresses, paths and patterns of PDF
 * files, and objects with `file` in place of `url`.
 */
export async function openRequests(file: BatchFile): Promise<readonly OpenRequest[]> {
  return Promise.all(file.body.requests.map((request, index) => openRequest(file, request, index)))
}

async function openRequest(file: BatchFile, request: unknown, index: number): Promise<OpenRequest> {
  if (!isObject(request) || !Array.isArray(request['documents'])) return { request, documents: null }
  const listed: readonly unknown[] = request['documents']
  const opened = listed.map((written, entry) =>
    openEntry(file, { written, entry }, ['requests', index, 'documents', entry]),
  )
  return { request, documents: (await Promise.all(opened)).flat() }
}

async function openEntry(
  file: BatchFile,
  { written, entry }: { readonly written: unknown; readonly entry: number },
  path: Path,
): Promise<readonly OpenDocument[]> {
  if (typeof written === 'string' && isAddress(written)) return [{ input: { url: written }, entry }]
  const { path: named, input } = namedFile(written)
  if (named === null) return [{ input: written, entry }]

  const from = isAbsolute(named) ? named : join(file.folder, named)
  const found = isPattern(named) ? await filesOf(file.folder, named) : [from]
  if (found.length === 0) throw usageError(`${placeOf(file, path)}: no file fits ${named}`)
  if (found.length > 1 && 'name' in input) {
    throw usageError(`${placeOf(file, path)}: one name for ${found.length} files`)
  }
  return found.map((one) => ({ file: one, input: { name: basename(one), ...input }, entry }))
}

function namedFile(entry: unknown): { path: string | null; input: Readonly<Record<string, unknown>> } {
  if (typeof entry === 'string') return { path: entry, input: {} }
  if (!isObject(entry) || typeof entry['file'] !== 'string' || 'url' in entry)
    return { path: null, input: {} }
  const { file, ...input } = entry
  return { path: String(file), input }
}

/** `cast.yaml:12`, as compilers write it. */
export function placeOf({ name, lineOf }: Pick<BatchFile, 'name' | 'lineOf'>, path: Path): string {
  const line = lineOf(path)
  return line === null ? name : `${name}:${line}`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
