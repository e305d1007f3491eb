import { basename, isAbsolute, join } from 'node:path'
import { isObject } from '../../../contract/is-object.js'
import type { FieldPath } from '../../characters/character-fields.js'
import { isUrl } from '../../documents/document-source.js'
import type { BatchFile } from './batch-file.js'
import { expandGlob, isGlob } from './glob.js'

/** A local file that takes the place of a document's address until it is uploaded. */
export type LocalDocument = {
  readonly file: string
  readonly input: Readonly<Record<string, unknown>>
  /** The index in the list as written; all files of a pattern share one. */
  readonly entry: number
}
/** A path that cannot be used, with the reason in `problem`. */
type UnusableDocument = { readonly input: unknown; readonly entry: number; readonly problem: string }
export type ResolvedDocument =
  | LocalDocument
  | UnusableDocument
  | { readonly input: unknown; readonly entry: number }

/** A request with the patterns in its documents expanded. */
export type ResolvedRequest = {
  readonly request: unknown
  /** In the order of the request; null when the request has no list of documents. */
  readonly documents: readonly ResolvedDocument[] | null
}

/**
 * Resolves the `documents` of each request. Besides the service's input objects, an entry may be an address, a path or
 * pattern of PDF files, or an object with `file` in place of `url`.
 */
export async function resolveDocuments(file: BatchFile): Promise<readonly ResolvedRequest[]> {
  return Promise.all(file.body.requests.map((request) => resolveRequest(file, request)))
}

async function resolveRequest(file: BatchFile, request: unknown): Promise<ResolvedRequest> {
  if (!isObject(request) || !Array.isArray(request['documents'])) return { request, documents: null }
  const listed: readonly unknown[] = request['documents']
  const resolved = listed.map((written, entry) => resolveDocumentEntry(file, { written, entry }))
  return { request, documents: (await Promise.all(resolved)).flat() }
}

async function resolveDocumentEntry(
  file: BatchFile,
  { written, entry }: { readonly written: unknown; readonly entry: number },
): Promise<readonly ResolvedDocument[]> {
  if (typeof written === 'string' && isUrl(written)) return [{ input: { url: written }, entry }]
  const { path, input } = fileOfEntry(written)
  if (path === null) return [{ input: written, entry }]

  const found = isGlob(path)
    ? await expandGlob(file.folder, path)
    : [isAbsolute(path) ? path : join(file.folder, path)]
  const unusable = (problem: string) => [{ input: PLACEHOLDER, entry, problem }]
  if (found.length === 0) return unusable(`no file fits ${path}`)
  if (found.length > 1 && 'name' in input) return unusable(`one name for ${found.length} files`)
  return found.map((one) => ({ file: one, input: { name: basename(one), ...input }, entry }))
}

/** A valid input in place of a missing file, so that validation reports nothing but the missing file. */
const PLACEHOLDER = { url: 'https://files.invalid/missing.pdf' }

function fileOfEntry(entry: unknown): { path: string | null; input: Readonly<Record<string, unknown>> } {
  if (typeof entry === 'string') return { path: entry, input: {} }
  if (!isObject(entry) || typeof entry['file'] !== 'string' || 'url' in entry)
    return { path: null, input: {} }
  const { file, ...input } = entry
  return { path: String(file), input }
}

type LocatedFile = Pick<BatchFile, 'name' | 'lineOf' | 'columnOf'>

/** For example `cast.yaml:12`, or `cast.csv:3 (column llm.temperature)`. */
export function formatLocation({ name, lineOf, columnOf }: LocatedFile, path: FieldPath): string {
  const line = lineOf(path)
  const column = columnOf(path)
  const location = line === null ? name : `${name}:${line}`
  return column === null ? location : `${location} (column ${column})`
}
