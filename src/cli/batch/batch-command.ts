import type { CallOptions, Client } from '../../client/create-client.js'
import { type Batch, type BatchWithItems, getBatch } from '../../contract/batches.js'
import type { Output } from '../output/output.js'
import { poll } from '../waiting/poll.js'
import { waitFlags } from '../waiting/wait-flags.js'
import type { WaitInterruptHandler } from '../waiting/wait-interrupt-handler.js'
import { WaitingCommand } from '../waiting/waiting-command.js'
import { batchExitCode, isFinished } from './batch-outcome.js'
import { renderBatch, renderBatchWithItems } from './batch-view.js'
import { type BatchProgress, createBatchProgress } from './progress/progress.js'
import { failItemsOfDeletedCharacters, readCurrentBatch } from './replay.js'
import { reportFlag, writeReports } from './report.js'

export const waitAndReportFlags = { ...waitFlags, report: reportFlag }

type WaitAndReportFlags = {
  readonly wait?: number | undefined
  readonly 'poll-interval'?: number | undefined
  readonly report?: readonly string[] | undefined
}

type BatchCommandContext = {
  readonly client: Client
  readonly output: Output
  /** What reports call the batch. */
  readonly suite: string
  /** Whether the batch was there before; null: not known; undefined: it is new by what the command does. */
  readonly replayed?: boolean | null
}

/** A command that starts a batch. */
export abstract class BatchCommand extends WaitingCommand {
  /** Prints the batch as it was accepted, or waits for its end, which decides the exit code. */
  protected async printOrWait(
    surroundings: BatchCommandContext,
    batch: Batch,
    flags: WaitAndReportFlags,
  ): Promise<void> {
    const { client, output, suite, replayed } = surroundings
    const told = replayed === undefined ? {} : { replayed }
    if (flags.wait === undefined && replayed !== true) {
      return output.result({ ...batch, ...told }, () => renderBatch(output.terminal, batch))
    }
    const now = replayed === true ? await readCurrentBatch(client, batch) : null
    const ended = flags.wait === undefined ? null : await this.#wait({ client, output }, batch, flags)
    const read = ended ?? now
    if (read === null) return
    const state = {
      ...(replayed === true ? await failItemsOfDeletedCharacters(client, read) : read),
      ...told,
    }
    await writeReports(flags.report, state, suite)
    output.result(state, () => renderBatchWithItems(output.terminal, state))
    // Who does not wait has not asked for more than that the batch is there.
    if (flags.wait !== undefined || isFinished(state)) process.exitCode = batchExitCode(state)
  }

  async #wait(
    { client, output }: Pick<BatchCommandContext, 'client' | 'output'>,
    { id }: Batch,
    { wait: waitMs = 0, 'poll-interval': pollMs }: WaitAndReportFlags,
  ): Promise<BatchWithItems> {
    output.note(`Batch: ${id}`)
    const progress = await createBatchProgress(output)
    return waitForBatch({ client, progress, interruption: this.interruption, waitMs, pollMs }, id)
  }
}

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
