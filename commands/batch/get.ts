import { ParleyCommand } from '../../src/cli/base-command.js'
import { batchArg, withBatchSuggestions } from '../../src/cli/batch/batch-arg.js'
import { renderBatchWithItems } from '../../src/cli/batch/batch-view.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { getBatch } from '../../src/contract/batches.js'

export default class BatchGet extends ParleyCommand {
  static override summary = 'Show a batch with its items.'
  static override examples = ['<%= config.bin %> <%= command.id %> BATCH_ID']
  static override args = { batch: batchArg }
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(BatchGet)
    const { client } = await this.resolveService(flags)
    const ask = () => client.call(getBatch, { params: { batchId: args.batch } })
    const batch = await withBatchSuggestions(client, args.batch, ask)
    const { terminal, result } = this.output(flags)
    result(batch, () => renderBatchWithItems(terminal, batch))
  }
}
