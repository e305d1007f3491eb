import type { Batch, BatchItem, BatchWithItems } from '../../contract/batches.js'
import { EXIT } from '../errors/command-error.js'

/** An item as it is told. What the command itself finds wrong has a code that the service does not have. */
export type ReportedItem = Omit<BatchItem, 'error'> & {
  readonly error: { readonly code: string; readonly message: string } | null
}
/** A batch as it is told, with `replayed` where it was submitted. */
export type ReportedBatch = Omit<BatchWithItems, 'items'> & {
  readonly items: readonly ReportedItem[]
  readonly replayed?: boolean | null
}

type State = Pick<Batch, 'status' | 'counts' | 'documentCounts'>

export const isFinished = ({ status }: Pick<Batch, 'status'>): boolean =>
  status !== 'processing' && status !== 'cancelling'

/** Design 8. What was cancelled is as little there as what failed. */
export function batchExitCode(batch: State): number {
  if (!isFinished(batch)) return EXIT.stillRunning
  const { counts, documentCounts } = batch
  const missing = counts.failed + counts.cancelled + documentCounts.failed + documentCounts.cancelled
  return batch.status === 'completed' && missing === 0 ? 0 : EXIT.finishedWithFailures
}
