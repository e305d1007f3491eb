import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { BATCH_COLUMNS } from '../../src/cli/batch/batch-view.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderTable } from '../../src/cli/output/table.js'
import { listBatches } from '../../src/contract/batches.js'

export default class BatchList extends ParleyCommand {
  static override summary = 'List the batches of the last 30 days, newest first.'
  static override examples = ['<%= config.bin %> <%= command.id %> --limit 5']
  static override flags = {
    ...serviceFlags,
    limit: Flags.integer({
      summary: 'Maximum number of results, 1 to 100. Default: 20.',
      helpValue: 'NUMBER',
    }),
    offset: Flags.integer({ summary: 'Number of results to skip.', helpValue: 'NUMBER' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(BatchList)
    const { client } = await this.resolveService(flags)
    const { limit, offset } = flags
    const page = await client.call(listBatches, { query: omitUndefined({ limit, offset }) })
    const { terminal, result, note } = this.output(flags)
    result(page, () => renderTable(terminal, BATCH_COLUMNS, page.batches))
    const next = page.offset + page.batches.length
    if (next < page.total) note(`${page.batches.length} of ${page.total}; continue with --offset ${next}`)
  }
}
