import { ERRORS } from '../../contract/errors.js'
import { CONTRACT_LIMITS } from '../../contract/limits.js'
import type { ApiOperation, Schemas } from './api-document.js'
import { invalidExample } from './invalid-example.js'

/** What the server says with each status: a sentence, or what is needed to mend the request. */
const DETAILS: Readonly<Record<string, unknown>> = {
  400: 'The image must be a JPEG, PNG or WebP',
  401: 'Invalid API key',
  403: {
    error: 'insufficient_scope',
    message: 'This API key lacks the scope characters:write',
    requiredScope: 'characters:write',
  },
  404: 'Character not found',
  413: 'The body is too large',
  429: 'Too many requests',
  502: 'The language model failed',
  503: 'The server is stopping',
}

/** What the server says where a limit is met, which its operation tells. */
const LIMITED: Readonly<Record<string, unknown>> = {
  createMemory: ERRORS.tooManyMemoryWrites.words(CONTRACT_LIMITS.manualMemoryWritesPerDay),
  updateMemory: ERRORS.tooManyMemoryWrites.words(CONTRACT_LIMITS.manualMemoryWritesPerDay),
  addDocument: ERRORS.tooManyBatchSubmits.words(CONTRACT_LIMITS.batchSubmitsPerHour),
  submitBatch: ERRORS.tooManyBatchSubmits.words(CONTRACT_LIMITS.batchSubmitsPerHour),
  retryBatch: ERRORS.tooManyBatchSubmits.words(CONTRACT_LIMITS.batchSubmitsPerHour),
  startModel: ERRORS.tooManyGenerations.words(CONTRACT_LIMITS.generationsPerHour),
  createFromImage: ERRORS.tooManyGenerations.words(CONTRACT_LIMITS.generationsPerHour),
  openShare: ERRORS.shareOpenedTooOften.words('min'),
  exchangeShare: ERRORS.shareOpenedTooOften.words('min'),
  createShare: ERRORS.tooManyShares.words(CONTRACT_LIMITS.permanentShares),
  startEncounter: ERRORS.tooManyEncounters.words(CONTRACT_LIMITS.runningEncounters),
}

/** The body of an error, as far as its status and operation tell it. */
export function errorExample(
  status: string,
  operation: ApiOperation,
  schemas: Schemas,
): { readonly detail: unknown } {
  if (status === '422') {
    const problems = invalidExample(operation, schemas)
    if (problems.length > 0) return { detail: problems }
  }
  const limited = status === '429' ? LIMITED[operation.operationId] : undefined
  return { detail: limited ?? DETAILS[status] ?? 'Why the request was refused, in a sentence' }
}
