import { basename, isAbsolute, join } from 'node:path'
import { isObject } from '../../../contract/is-object.js'
import { isUrl } from '../../documents/document-source.js'
import type { BatchFile } from './batch-file.js'
import { expandGlob, isGlob } from './glob.js'
import type { FieldPath } from './parsed-batch.js'

/** A file in place of a document's address, until it was sent. */
export type LocalDocument = {
  readonly file: string
  readonly input: Readonly<Record<string, unknown>>
  /** Which of the documents as they were written; a pattern is one that becomes several. */
  readonly entry: number
}
/** A file that cannot be a document, and why. */
type UnusableDocument = { readonly input: unknown; readonly entry: number; readonly problem: string }
export type ResolvedDocument =
  | LocalDocument
  | UnusableDocument
  | { readonly input: unknown; readonly entry: number }

/** A request's documents with the patterns expanded: input objects, some of which still need their address. */
export type ResolvedRequest = {
  readonly request: unknown
  /** As they are in the request; null where the request has no list of them. */
  readonly documents: readonly ResolvedDocument[] | null
}

/**
 * What a request's `documents` mean. Beside the service's input objects there may be addresses, paths and patterns of PDF
 * files, and objects with `file` in place of `url`.
 */
export async function resolveDocuments(file: BatchFile): Promise<readonly ResolvedRequest[]> {
  return Promise.all(file.body.requests.map((request) => resolveRequest(file, request)))
}

async function resolveRequest(file: BatchFile, request: unknown): Promise<ResolvedRequest> {
  if (!isObject(request) || !Array.isArray(request['documents'])) return { request, documents: null }
  const listed: readonly unknown[] = request['documents']
  const opened = listed.map((written, entry) => resolveDocumentEntry(file, { written, entry }))
  return { request, documents: (await Promise.all(opened)).flat() }
}

async function resolveDocumentEntry(
  file: BatchFile,
  { written, entry }: { readonly written: unknown; readonly entry: number },
): Promise<readonly ResolvedDocument[]> {
  if (typeof written === 'string' && isUrl(written)) return [{ input: { url: written }, entry }]
  const { path: named, input } = fileOfEntry(written)
  if (named === null) return [{ input: written, entry }]

  const from = isAbsolute(named) ? named : join(file.folder, named)
  const found = isGlob(named) ? await expandGlob(file.folder, named) : [from]
  const unusable = (problem: string) => [{ input: PLACEHOLDER, entry, problem }]
  if (found.length === 0) return unusable(`no file fits ${named}`)
  if (found.length > 1 && 'name' in input) return unusable(`one name for ${found.length} files`)
  return found.map((one) => ({ file: one, input: { name: basename(one), ...input }, entry }))
}

/** Nothing is wrong with it but that it is not there, which is told already. */
const PLACEHOLDER = { url: 'https://files.invalid/missing.pdf' }

function fileOfEntry(entry: unknown): { path: string | null; input: Readonly<Record<string, unknown>> } {
  if (typeof entry === 'string') return { path: entry, input: {} }
  if (!isObject(entry) || typeof entry['file'] !== 'string' || 'url' in entry)
    return { path: null, input: {} }
  const { file, ...input } = entry
  return { path: String(file), input }
}

type Placed = Pick<BatchFile, 'name' | 'lineOf' | 'columnOf'>

/** `cast.yaml:12`, as compilers write it; `cast.csv:3 (column llm.temperature)` where there are columns. */
export function formatLocation({ name, lineOf, columnOf }: Placed, path: FieldPath): string {
  const line = lineOf(path)
  const column = columnOf(path)
  const place = line === null ? name : `${name}:${line}`
  return column === null ? place : `${place} (column ${column})`
}
