import type { Batch } from '../../contract/batches.js'
import { EXIT } from '../errors.js'

type State = Pick<Batch, 'status' | 'counts' | 'documentCounts'>

export const isFinished = ({ status }: Pick<Batch, 'status'>): boolean =>
  status !== 'processing' && status !== 'cancelling'

/** Design 8. What was cancelled is as little there as what failed. */
export function exitCodeOf(batch: State): number {
  if (!isFinished(batch)) return EXIT.stillRunning
  const { counts, documentCounts } = batch
  const missing = counts.failed + counts.cancelled + documentCounts.failed + documentCounts.cancelled
  return batch.status === 'completed' && missing === 0 ? 0 : EXIT.finishedWithFailures
}
