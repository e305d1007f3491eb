import { domainError } from '../errors.js'

const RUNNING_RETRY_SECONDS = 30

/** One running batch per account or organization (docs/rest.md, Batches). */
export const batchAlreadyRunning = (runningBatchId: string) =>
  domainError('anotherBatchRunning', runningBatchId, { retryAfterSeconds: RUNNING_RETRY_SECONDS })
