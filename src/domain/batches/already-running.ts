import { DomainError } from '../errors.js'

const RUNNING_RETRY_SECONDS = 30

/** Contract, Batch 429 variants: one running batch per account or organization. */
export const batchAlreadyRunning = (runningBatchId: string) =>
  new DomainError(
    'quota',
    { message: 'A batch is already running', runningBatchId },
    { retryAfterSeconds: RUNNING_RETRY_SECONDS },
  )
