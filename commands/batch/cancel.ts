import { ParleyCommand } from '../../src/cli/base-command.js'
import { batchArg } from '../../src/cli/batch/batch-arg.js'
import { withBatchSuggestions } from '../../src/cli/batch/batch-suggestions.js'
import { renderBatch } from '../../src/cli/batch/batch-view.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { cancelBatch } from '../../src/contract/batches.js'

export default class BatchCancel extends ParleyCommand {
  static override summary = 'Cancel the documents of a batch that are not started yet; its characters stay.'
  static override description =
    'Documents that are being fetched are completed. `batch retry` adds the cancelled ones again.'
  static override examples = ['<%= config.bin %> <%= command.id %> BATCH_ID']
  static override args = { batch: batchArg }
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(BatchCancel)
    const { client } = await this.resolveService(flags)
    const ask = () => client.call(cancelBatch, { params: { batchId: args.batch } })
    const batch = await withBatchSuggestions(client, args.batch, ask)
    const { terminal, result } = this.output(flags)
    result(batch, () => renderBatch(terminal, batch))
  }
}
