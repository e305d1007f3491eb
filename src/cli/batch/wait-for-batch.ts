import type { CallOptions, Client } from '../../client/create-client.js'
import { type BatchWithItems, getBatch } from '../../contract/batches.js'
import { poll } from '../waiting/poll.js'
import type { WaitInterruptHandler } from '../waiting/wait-interrupt-handler.js'
import { isFinished } from './batch-outcome.js'
import type { BatchProgress } from './progress/progress-events.js'

type Waiting = {
  readonly client: Client
  readonly progress: BatchProgress
  readonly interruption: WaitInterruptHandler
  readonly waitMs: number
  readonly pollMs: number | undefined
}

/** The batch once it is finished, or as it was when the time ran out. Ctrl-C ends the waiting, not the batch. */
export function waitForBatch(waiting: Waiting, batchId: string): Promise<BatchWithItems> {
  const { client, progress, interruption } = waiting
  const read = (options: CallOptions) => client.call(getBatch, { params: { batchId } }, options)
  const comeBack = {
    message: 'Stopped waiting; the batch goes on.',
    hint: `Come back to it with \`parley batch watch ${batchId}\`.`,
  }
  return interruption.runInterruptible(comeBack, async (signal) => {
    let last: BatchWithItems | null = null
    try {
      for await (const batch of poll({ ...waiting, read, isOver: isFinished, signal })) {
        progress.show(batch)
        last = batch
      }
    } finally {
      await progress.end()
    }
    // The time ran out before anything could be read.
    return last ?? read({ signal })
  })
}
