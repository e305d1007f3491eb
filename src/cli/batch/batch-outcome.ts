import type { Batch, BatchItem, BatchWithItems } from '../../contract/batches.js'
import { EXIT } from '../errors/command-error.js'

/** An item in a report. Its error may have a code that the service does not use, for problems that the command finds itself. */
export type ReportedItem = Omit<BatchItem, 'error'> & {
  readonly error: { readonly code: string; readonly message: string } | null
}
/** A batch in a report; `replayed` is set by the command that submitted it. */
export type ReportedBatch = Omit<BatchWithItems, 'items'> & {
  readonly items: readonly ReportedItem[]
  readonly replayed?: boolean | null
}

type BatchState = Pick<Batch, 'status' | 'counts' | 'documentCounts'>

export const isFinished = ({ status }: Pick<Batch, 'status'>): boolean =>
  status !== 'processing' && status !== 'cancelling'

/** The exit code for a batch (src/cli/command-reference/exit-codes.ts). Cancelled items and documents count as failures: they are missing, too. */
export function batchExitCode(batch: BatchState): number {
  if (!isFinished(batch)) return EXIT.stillRunning
  const { counts, documentCounts } = batch
  const missing = counts.failed + counts.cancelled + documentCounts.failed + documentCounts.cancelled
  return batch.status === 'completed' && missing === 0 ? 0 : EXIT.finishedWithFailures
}
