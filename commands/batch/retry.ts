import { Flags } from '@oclif/core'
import { batchArg, withBatchSuggestions } from '../../src/cli/batch/batch-arg.js'
import { BatchCommand, waitAndReportFlags } from '../../src/cli/batch/batch-command.js'
import { checkReports, DEFAULT_SUITE_NAME } from '../../src/cli/batch/report.js'
import { usageError } from '../../src/cli/errors/command-error.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { readYamlObject } from '../../src/cli/input/read-input.js'
import { retryBatch } from '../../src/contract/batches.js'

export default class BatchRetry extends BatchCommand {
  static override summary = 'Retry the failed and cancelled items of a batch, as a new batch.'
  static override description =
    'The service deletes the headers of a document once it has ended, so private documents need them again.'
  static override examples = ['<%= config.bin %> <%= command.id %> BATCH_ID --wait']
  static override args = { batch: batchArg }
  static override flags = {
    ...serviceFlags,
    'custom-id': Flags.string({
      summary: 'Only this item; may be repeated.',
      helpValue: 'ID',
      multiple: true,
      multipleNonGreedy: true,
    }),
    headers: Flags.string({
      summary:
        'YAML or JSON with headers by the address of the document, without its query. - is standard input.',
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

type RetryHeaders = Record<string, Record<string, string>>

/** Headers of private documents from a file: for each address, without its query, the names and values. */
async function readRetryHeaders(file: string): Promise<RetryHeaders> {
  const entries = Object.entries(await readYamlObject(file))
  return Object.fromEntries(
    entries.map(([url, headers]) => {
      if (!isTexts(headers)) throw usageError(`${file}: ${url} is not followed by names and texts`)
      return [url, headers]
    }),
  )
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string')
