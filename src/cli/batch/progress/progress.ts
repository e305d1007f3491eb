import type { BatchWithItems } from '../../../contract/batches.js'
import type { Output } from '../../output/output.js'
import { type BatchProgress, describeProgressEvent, progressEventsBetween } from './progress-events.js'

/** Rows that change in place where a person looks on; elsewhere a line for each change, none under `--json`. */
export async function createBatchProgress(output: Output): Promise<BatchProgress> {
  if (output.terminal.isInteractive && process.stdout.isTTY) {
    const { createRowProgress } = await import('./progress-rows.js')
    return createRowProgress(process.stderr, output.terminal)
  }
  return createLineProgress((batch, before) => {
    for (const change of progressEventsBetween(before, batch)) {
      const line = describeProgressEvent(change)
      if (line !== null) output.note(line)
    }
  })
}

/** Every change as an event of a stream. */
export const createEventProgress = (output: Output): BatchProgress =>
  createLineProgress((batch, before) => {
    for (const change of progressEventsBetween(before, batch)) output.event(change, () => '')
  })

function createLineProgress(
  tell: (batch: BatchWithItems, before: BatchWithItems | null) => void,
): BatchProgress {
  let before: BatchWithItems | null = null
  return {
    show(batch) {
      tell(batch, before)
      before = batch
    },
    end: async () => undefined,
  }
}
