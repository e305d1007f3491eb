import { DomainError } from '../errors.js'

const RUNNING_RETRY_SECONDS = 30

/** One running batch per account or organization (docs/rest.md, Batches). */
export const batchAlreadyRunning = (runningBatchId: string) =>
  new DomainError(
    'quota',
    { message: 'A batch is already running', runningBatchId },
    { retryAfterSeconds: RUNNING_RETRY_SECONDS },
  )
