import { batchArg } from '../../src/cli/batch/batch-arg.js'
import { waitAndReportFlags } from '../../src/cli/batch/batch-command.js'
import { withBatchSuggestions } from '../../src/cli/batch/batch-suggestions.js'
import { renderItems } from '../../src/cli/batch/batch-view.js'
import { exitCodeOf } from '../../src/cli/batch/outcome.js'
import { createEvents, createProgress } from '../../src/cli/batch/progress.js'
import { checkReports, writeReports } from '../../src/cli/batch/report.js'
import { waitForBatch } from '../../src/cli/batch/wait-for-batch.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { WaitingCommand } from '../../src/cli/waiting/waiting-command.js'

export default class BatchWatch extends WaitingCommand {
  static override summary = 'Follow a batch until it is finished.'
  static override description =
    'Under --json each change is a line, and the batch with its items the last one.'
  static override examples = ['<%= config.bin %> <%= command.id %> BATCH_ID']
  static override args = { batch: batchArg }
  static override flags = { ...serviceFlags, ...waitAndReportFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(BatchWatch)
    await checkReports(flags.report)
    const { client } = await this.resolveService(flags)
    const output = this.output(flags)
    const progress = output.isJson ? createEvents(output) : await createProgress(output)
    const { wait: waitMs = Number.POSITIVE_INFINITY, 'poll-interval': pollMs } = flags
    const { interruption } = this
    const wait = () => waitForBatch({ client, progress, interruption, waitMs, pollMs }, args.batch)
    const batch = await withBatchSuggestions(client, args.batch, wait)
    await writeReports(flags.report, batch)
    output.event({ event: 'batch', ...batch }, () => renderItems(output.terminal, batch))
    process.exitCode = exitCodeOf(batch)
  }
}
