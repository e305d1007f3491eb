import { batchArg } from '../../src/cli/batch/batch-arg.js'
import { waitAndReportFlags } from '../../src/cli/batch/batch-command.js'
import { batchExitCode } from '../../src/cli/batch/batch-outcome.js'
import { withBatchSuggestions } from '../../src/cli/batch/batch-suggestions.js'
import { renderBatchWithItems } from '../../src/cli/batch/batch-view.js'
import { createBatchProgress, createEventProgress } from '../../src/cli/batch/progress/progress.js'
import { checkReports, writeReports } from '../../src/cli/batch/report.js'
import { waitForBatch } from '../../src/cli/batch/wait-for-batch.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { WaitingCommand } from '../../src/cli/waiting/waiting-command.js'

export default class BatchWatch extends WaitingCommand {
  static override summary = 'Follow a batch until it is finished.'
  static override description =
    'With --json each change is one line; the last line is the batch with its items.'
  static override examples = ['<%= config.bin %> <%= command.id %> BATCH_ID']
  static override args = { batch: batchArg }
  static override flags = { ...serviceFlags, ...waitAndReportFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(BatchWatch)
    await checkReports(flags.report)
    const { client } = await this.resolveService(flags)
    const output = this.output(flags)
    const progress = output.isJson ? createEventProgress(output) : await createBatchProgress(output)
    const { wait: waitMs = Number.POSITIVE_INFINITY, 'poll-interval': pollMs } = flags
    const { interruption } = this
    const wait = () => waitForBatch({ client, progress, interruption, waitMs, pollMs }, args.batch)
    const batch = await withBatchSuggestions(client, args.batch, wait)
    await writeReports(flags.report, batch)
    output.event({ event: 'batch', ...batch }, () => renderBatchWithItems(output.terminal, batch))
    process.exitCode = batchExitCode(batch)
  }
}
