import type { Client } from '../../client/create-client.js'
import type { Batch } from '../../contract/batches.js'
import type { Output } from '../output.js'
import { waitFlags } from '../waiting/wait-flags.js'
import { WaitingCommand } from '../waiting/waiting-command.js'
import { renderBatch, renderItems } from './batch-view.js'
import { exitCodeOf } from './outcome.js'
import { createProgress } from './progress.js'
import { reportFlag, writeReports } from './report.js'
import { waitForBatch } from './wait-for-batch.js'

export const awaitFlags = { ...waitFlags, report: reportFlag }

type AwaitFlags = {
  readonly wait?: number | undefined
  readonly 'poll-interval'?: number | undefined
  readonly report?: readonly string[] | undefined
}

/** A command that starts a batch. */
export abstract class BatchCommand extends WaitingCommand {
  /** Prints the batch as it was accepted, or waits for its end, which decides the exit code. */
  protected async finish(
    { client, output }: { readonly client: Client; readonly output: Output },
    batch: Batch,
    flags: AwaitFlags,
  ): Promise<void> {
    const { wait: waitMs, 'poll-interval': pollMs, report } = flags
    if (waitMs === undefined) return output.result(batch, () => renderBatch(output.terminal, batch))
    output.note(`Batch: ${batch.id}`)
    const progress = await createProgress(output)
    const { interruption } = this
    const state = await waitForBatch({ client, progress, interruption, waitMs, pollMs }, batch.id)
    await writeReports(report, state)
    output.result(state, () => renderItems(output.terminal, state))
    process.exitCode = exitCodeOf(state)
  }
}
