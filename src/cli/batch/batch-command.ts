import type { CallOptions, Client } from '../../client/create-client.js'
import { type Batch, type BatchWithItems, getBatch } from '../../contract/batches.js'
import type { Output } from '../output/output.js'
import { type Progress, waitWithProgress } from '../waiting/poll.js'
import { waitFlags } from '../waiting/wait-flags.js'
import type { WaitInterruptHandler } from '../waiting/wait-interrupt-handler.js'
import { WaitingCommand } from '../waiting/waiting-command.js'
import { batchExitCode, isFinished } from './batch-outcome.js'
import { renderBatch, renderBatchWithItems } from './batch-view.js'
import { createBatchProgress } from './progress/progress.js'
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
  /** The name of the batch in reports. */
  readonly suite: string
  /** Whether the service returned an earlier batch; null when that is unknown; undefined for a command that always creates one. */
  readonly replayed?: boolean | null
}

/** A command that starts a batch. */
export abstract class BatchCommand extends WaitingCommand {
  /** Prints the batch as it was accepted, or waits for its end, which decides the exit code. */
  protected async printOrWait(
    context: BatchCommandContext,
    batch: Batch,
    flags: WaitAndReportFlags,
  ): Promise<void> {
    const { client, output, suite, replayed } = context
    const replayField = replayed === undefined ? {} : { replayed }
    if (flags.wait === undefined && replayed !== true) {
      return output.result({ ...batch, ...replayField }, () => renderBatch(output.terminal, batch))
    }
    const current = replayed === true ? await readCurrentBatch(client, batch) : null
    const ended = flags.wait === undefined ? null : await this.#wait({ client, output }, batch, flags)
    const read = ended ?? current
    if (read === null) return
    const state = {
      ...(replayed === true ? await failItemsOfDeletedCharacters(client, read) : read),
      ...replayField,
    }
    await writeReports(flags.report, state, suite)
    output.result(state, () => renderBatchWithItems(output.terminal, state))
    // Without --wait it is enough that the batch was accepted, so a batch that still runs is no failure.
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

type BatchWait = {
  readonly client: Client
  readonly progress: Progress<BatchWithItems>
  readonly interruption: WaitInterruptHandler
  readonly waitMs: number
  readonly pollMs: number | undefined
}

/** The batch once it is finished, or its last state when the time ran out. Ctrl-C ends the wait, not the batch. */
export function waitForBatch({ client, ...wait }: BatchWait, batchId: string): Promise<BatchWithItems> {
  const read = (options: CallOptions) => client.call(getBatch, { params: { batchId } }, options)
  return waitWithProgress(
    { ...wait, read, isOver: isFinished },
    {
      message: 'Stopped waiting; the batch goes on.',
      hint: `Come back to it with \`parley batch watch ${batchId}\`.`,
    },
  )
}
