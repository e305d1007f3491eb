import { BATCH_DOCUMENTS, BATCH_ITEM_DOCUMENTS, BATCH_ITEMS } from '../../contract/batch-requests.js'
import {
  fieldsOf,
  type InputProblem,
  type UrlCheck,
  validateDocumentInput,
} from '../documents/validate-input.js'

const REQUESTS = ['body', 'requests']

/** The problems of a batch that a schema cannot express (docs/rest.md, Errors). Other fields may be invalid, too. */
export function validateBatch(check: UrlCheck, body: unknown): InputProblem[] {
  const requests = listOf(fieldsOf(body).requests)
  return [
    ...problem(REQUESTS, requests.length > BATCH_ITEMS && 'too_many_items'),
    ...problem(REQUESTS, distinctUrls(requests) > BATCH_DOCUMENTS && 'too_many_documents'),
    ...requests.flatMap((request, index) => itemProblems(check, { request, index, requests })),
  ]
}

type BatchItemInput = {
  readonly request: unknown
  readonly index: number
  readonly requests: readonly unknown[]
}

function itemProblems(check: UrlCheck, { request, index, requests }: BatchItemInput): InputProblem[] {
  const loc = [...REQUESTS, index]
  const documents = documentsOf(request)
  // Attached documents count as documents of the character, too.
  const count = documents.length + listOf(fieldsOf(request).document_ids).length
  return [
    ...problem([...loc, 'customId'], isRepeated(requests, index) && 'duplicate_custom_id'),
    ...problem([...loc, 'documents'], count > BATCH_ITEM_DOCUMENTS && 'too_many_documents_per_item'),
    ...documents.flatMap((input, nth) => validateDocumentInput(check, input, [...loc, 'documents', nth])),
  ]
}

const problem = (loc: InputProblem['loc'], msg: string | false): InputProblem[] =>
  msg === false ? [] : [{ loc, msg, type: msg }]

const isRepeated = (requests: readonly unknown[], index: number): boolean => {
  const idOf = (request: unknown) => fieldsOf(request).customId
  const id = idOf(requests[index])
  return typeof id === 'string' && requests.findIndex((request) => idOf(request) === id) < index
}

const distinctUrls = (requests: readonly unknown[]): number =>
  new Set(requests.flatMap(documentsOf).map((document) => fieldsOf(document).url)).size

const documentsOf = (request: unknown): readonly unknown[] => listOf(fieldsOf(request).documents)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
