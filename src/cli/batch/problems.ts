import { ServiceError } from '../../client/create-client.js'
import { type FieldPath, settableNames } from '../characters/character-fields.js'
import { didYouMean } from '../errors/did-you-mean.js'
import { printable } from '../output/printable.js'
import type { BatchFile } from './input-file/batch-file.js'
import { describeItemIssues, ITEM_FIELDS, type ItemIssue, isRejectedByService } from './input-file/items.js'
import type { BatchProblem } from './input-file/parsed-batch.js'
import type { ResolvedRequest } from './input-file/resolve-documents.js'
import { formatLocation } from './input-file/resolve-documents.js'

type Located = { readonly file: BatchFile; readonly requests: readonly ResolvedRequest[] }

const MAX_LINES = 50

/** What the error codes of a refused batch mean. */
const MEANINGS: Readonly<Record<string, string>> = {
  duplicate_custom_id: 'another item has this customId',
  too_many_items: 'a batch has at most 100 items',
  too_many_documents: 'a batch has at most 100 different addresses of documents',
  too_many_documents_per_item: 'an item has at most 10 documents',
  unsupported_type: 'documents are PDF',
  url_scheme_not_allowed: 'an address begins with http:// or https://',
  url_blocked_host: 'this host is not on the public internet',
  url_userinfo: 'an address holds no user name or password',
  url_too_long: 'an address has at most 2,048 characters',
  headers_forbidden: 'a header of this name is not sent',
  headers_too_many: 'at most 8 headers',
  headers_too_large: 'at most 4 KB of headers, 2 KB each',
  headers_invalid: 'this cannot be a header',
}

/** Adds the item and the line of each problem to the refusal of a batch; returns any other error unchanged. */
export function locateRefusal(error: unknown, batch: Located): unknown {
  if (!(error instanceof ServiceError) || error.status !== 422) return error
  const lines = problemLines(error.detail, batch)
  if (lines === null) return error
  const detail = ['The service refuses the batch:', ...limitLines(lines)].join('\n')
  const { status, code, retryAfterSeconds } = error
  return new ServiceError({ status, code, detail, retryAfterSeconds })
}

export const limitLines = (lines: readonly string[]): string[] =>
  lines.length <= MAX_LINES
    ? [...lines]
    : [...lines.slice(0, MAX_LINES), `  … and ${lines.length - MAX_LINES} more`]

function problemLines(detail: unknown, batch: Located): string[] | null {
  if (Array.isArray(detail)) return detail.filter(isProblem).map((problem) => describeProblem(batch, problem))
  if (typeof detail !== 'object' || detail === null || !('errors' in detail)) return null
  return Array.isArray(detail.errors)
    ? detail.errors.filter(isAttachment).map((attachment) => describeAttachment(batch, attachment))
    : null
}

/** For example `  cast.yaml:12 mira: documents.0.url: url_blocked_host, this host is not on the public internet` */
export function describeProblem(batch: Located, { loc, msg }: BatchProblem): string {
  const [, ...path] = loc
  const [, index, ...field] = path
  const suggestion = msg === UNKNOWN_FIELD ? fieldSuggestion(field) : null
  const texts = [msg, MEANINGS[msg], suggestion].filter((text) => typeof text === 'string')
  const parts = [itemName(batch, index), field.join('.'), texts.join(', ')]
  return line(`${formatLocation(batch.file, documentPathAsWritten(batch, path))} `, parts)
}

/** The service's message for an unknown field of an item. */
const UNKNOWN_FIELD = 'Extra inputs are not permitted'

const fieldSuggestion = (field: FieldPath): string | null =>
  field.length === 1 ? didYouMean(String(field[0]), [...ITEM_FIELDS, ...settableNames()]) : null

type WithFieldIssues = Located & { readonly fieldIssues: readonly ItemIssue[] }

/** Only so many issues are described, because the search for similar field names takes time. */
const MAX_DESCRIBED = 200

/** Field issues that forbid sending the batch: conflicting values, and with `--strict` every other issue. */
export const fieldProblems = ({ fieldIssues }: WithFieldIssues, isStrict: boolean): BatchProblem[] =>
  fieldIssues
    .filter((issue) => issue.kind === 'conflict' || (isStrict && !isRejectedByService(issue)))
    .slice(0, MAX_DESCRIBED)
    .map(({ index, path, describe }) => ({ loc: ['body', 'requests', index, ...path], msg: describe() }))

/** One line per field that the service would ignore. */
export function ignoredFieldWarnings(batch: WithFieldIssues): string[] {
  const ignored = batch.fieldIssues.filter(
    (issue) => issue.kind !== 'conflict' && !isRejectedByService(issue),
  )
  return describeItemIssues(ignored.slice(0, MAX_DESCRIBED)).map(({ index, path, text }) => {
    const location = formatLocation(batch.file, documentPathAsWritten(batch, ['requests', index, ...path]))
    return line(`${location} `, [itemName(batch, index), `${text} (ignored)`]).trim()
  })
}

type Attachment = { readonly customId: string | null; readonly path: string; readonly message: string }

function describeAttachment(batch: Located, { customId, path, message }: Attachment): string {
  const index = batch.requests.findIndex(({ request }) => customIdOf(request) === customId)
  const location = formatLocation(batch.file, ['requests', index, ...path.split('.').map(toPathPart)])
  return line(`${location} `, [customId ?? '', path, message])
}

const line = (prefix: string, parts: readonly string[]): string =>
  printable(`  ${prefix}${parts.filter((part) => part !== '').join(': ')}`)

const toPathPart = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part)

/** A file pattern becomes several documents; all of them are located at the pattern. */
function documentPathAsWritten({ requests }: Located, path: FieldPath): FieldPath {
  const [requestsWord, index, field, nth, ...rest] = path
  if (field !== 'documents' || typeof index !== 'number' || typeof nth !== 'number') return path
  const entry = requests[index]?.documents?.[nth]?.entry ?? nth
  return [requestsWord ?? 'requests', index, field, entry, ...rest]
}

function itemName({ requests }: Located, index: unknown): string {
  if (typeof index !== 'number') return ''
  return customIdOf(requests[index]?.request) ?? `item ${index}`
}

function customIdOf(request: unknown): string | null {
  if (typeof request !== 'object' || request === null || !('customId' in request)) return null
  return typeof request.customId === 'string' ? request.customId : null
}

const isProblem = (entry: unknown): entry is BatchProblem =>
  typeof entry === 'object' && entry !== null && 'loc' in entry && Array.isArray(entry.loc) && 'msg' in entry

const isAttachment = (entry: unknown): entry is Attachment =>
  typeof entry === 'object' && entry !== null && 'path' in entry && typeof entry.path === 'string'
