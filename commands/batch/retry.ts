import { Flags } from '@oclif/core'
import { batchArg } from '../../src/cli/batch/batch-arg.js'
import { BatchCommand, waitAndReportFlags } from '../../src/cli/batch/batch-command.js'
import { withBatchSuggestions } from '../../src/cli/batch/batch-suggestions.js'
import { readRetryHeaders } from '../../src/cli/batch/input-file/retry-headers.js'
import { checkReports, DEFAULT_SUITE_NAME } from '../../src/cli/batch/report.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { retryBatch } from '../../src/contract/batches.js'

export default class BatchRetry extends BatchCommand {
  static override summary = 'Retry the failed and cancelled items of a batch as a new batch.'
  static override description =
    'The service deletes the headers of a document when it is finished, so private documents need them again.'
  static override examples = ['<%= config.bin %> <%= command.id %> BATCH_ID --wait']
  static override args = { batch: batchArg }
  static override flags = {
    ...serviceFlags,
    'custom-id': Flags.string({
      summary: 'Retry only this item; may be repeated.',
      helpValue: 'ID',
      multiple: true,
      multipleNonGreedy: true,
    }),
    headers: Flags.string({
      summary:
        'YAML or JSON that maps the address of a document, without its query, to headers. - is standard input.',
      helpValue: 'FILE',
    }),
    ...waitAndReportFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(BatchRetry)
    await checkReports(flags.report, flags.wait !== undefined)
    const headers = flags.headers === undefined ? undefined : await readRetryHeaders(flags.headers)
    const body = omitUndefined({ customIds: flags['custom-id'], headers })
    const { client } = await this.resolveService(flags)
    const ask = () => client.call(retryBatch, { params: { batchId: args.batch }, body })
    const batch = await withBatchSuggestions(client, args.batch, ask)
    await this.printOrWait({ client, output: this.output(flags), suite: DEFAULT_SUITE_NAME }, batch, flags)
  }
}
