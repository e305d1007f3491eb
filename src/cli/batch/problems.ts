import { ServiceError } from '../../client/create-client.js'
import { settableNames } from '../characters/character-fields.js'
import { didYouMean } from '../errors/did-you-mean.js'
import { printable } from '../output/printable.js'
import { describeItemIssues, ITEM_FIELDS, isRejectedByService } from './input-file/items.js'
import type { BatchProblem, FieldPath } from './input-file/parsed-batch.js'
import { formatLocation } from './input-file/resolve-documents.js'
import type { PreparedBatch } from './prepare-batch.js'

type Located = Pick<PreparedBatch, 'file' | 'requests'>

const SHOWN = 50

/** The contract's words for a batch that is refused, in plainer ones. */
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

/** The refusal of a batch with the item and the line of each problem; any other error as it is. */
export function locateRefusal(error: unknown, batch: Located): unknown {
  if (!(error instanceof ServiceError) || error.status !== 422) return error
  const lines = problemLines(error.detail, batch)
  if (lines === null) return error
  const detail = ['The service refuses the batch:', ...limitLines(lines)].join('\n')
  const { status, code, retryAfterSeconds } = error
  return new ServiceError({ status, code, detail, retryAfterSeconds })
}

export const limitLines = (lines: readonly string[]): string[] =>
  lines.length <= SHOWN ? [...lines] : [...lines.slice(0, SHOWN), `  … and ${lines.length - SHOWN} more`]

function problemLines(detail: unknown, batch: Located): string[] | null {
  if (Array.isArray(detail)) return detail.filter(isProblem).map((problem) => describeProblem(batch, problem))
  if (typeof detail !== 'object' || detail === null || !('errors' in detail)) return null
  return Array.isArray(detail.errors)
    ? detail.errors.filter(isAttachment).map((one) => describeAttachment(batch, one))
    : null
}

/** `  cast.yaml:12 mira: documents.0.url: url_blocked_host, this host is not on the public internet` */
export function describeProblem(batch: Located, { loc, msg }: BatchProblem): string {
  const [, ...path] = loc
  const [, index, ...field] = path
  const meaning = MEANINGS[msg]
  const said = [msg, meaning, msg === EXTRA ? fieldSuggestion(field) : null].filter(
    (one) => typeof one === 'string',
  )
  const parts = [itemName(batch, index), field.join('.'), said.join(', ')]
  return line(`${formatLocation(batch.file, documentPathAsWritten(batch, path))} `, parts)
}

/** The service's words for a field that an item does not have. */
const EXTRA = 'Extra inputs are not permitted'

const fieldSuggestion = (field: FieldPath): string | null =>
  field.length === 1 ? didYouMean(String(field[0]), [...ITEM_FIELDS, ...settableNames()]) : null

type Noted = Located & Pick<PreparedBatch, 'fieldIssues'>

/** More are never described: looking for what may be meant takes its time. */
const DESCRIBED = 200

/** Fields of items for which the batch must not be sent: two values of one field, and whatever else is strict about. */
export const fieldProblems = ({ fieldIssues: notes }: Noted, isStrict: boolean): BatchProblem[] =>
  notes
    .filter((note) => note.kind === 'conflict' || (isStrict && !isRejectedByService(note)))
    .slice(0, DESCRIBED)
    .map(({ index, path, describe }) => ({ loc: ['body', 'requests', index, ...path], msg: describe() }))

/** Lines about what the service would ignore. */
export function ignoredFieldWarnings(batch: Noted): string[] {
  const ignored = batch.fieldIssues.filter((note) => note.kind !== 'conflict' && !isRejectedByService(note))
  return describeItemIssues(ignored.slice(0, DESCRIBED)).map(({ index, path, text }) => {
    const place = formatLocation(batch.file, documentPathAsWritten(batch, ['requests', index, ...path]))
    return line(`${place} `, [itemName(batch, index), `${text} (ignored)`]).trim()
  })
}

type Attachment = { readonly customId: string | null; readonly path: string; readonly message: string }

function describeAttachment(batch: Located, { customId, path, message }: Attachment): string {
  const index = batch.requests.findIndex(({ request }) => customIdOf(request) === customId)
  const place = formatLocation(batch.file, ['requests', index, ...path.split('.').map(numbered)])
  return line(`${place} `, [customId ?? '', path, message])
}

const line = (place: string, parts: readonly string[]): string =>
  printable(`  ${place}${parts.filter((part) => part !== '').join(': ')}`)

const numbered = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part)

/** A pattern of files became several documents: their place is that of the pattern. */
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
