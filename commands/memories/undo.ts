import { Flags } from '@oclif/core'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderUndo } from '../../src/cli/memories/history-view.js'
import { MemoriesCommand, memoryArg, pairArgs } from '../../src/cli/memories/memories-command.js'
import { findMemoryId } from '../../src/cli/memories/read-memories.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { undoSupersession } from '../../src/contract/memory-history.js'

export default class MemoriesUndo extends MemoriesCommand {
  static override summary = 'Restore a superseded memory, and retire the one that replaced it.'
  static override description = 'To revert this, undo the memory that was retired: nothing is lost.'
  static override examples = ['<%= config.bin %> <%= command.id %> Maren ada MEMORY_ID --dry-run']
  static override args = { ...pairArgs, memory: memoryArg }
  static override flags = {
    ...serviceFlags,
    'dry-run': Flags.boolean({ summary: 'Show what would change, without changing it.' }),
    email: emailFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesUndo)
    const { client, account, pair } = await this.resolvePairWithAccount(flags, args)
    const memoryId = await findMemoryId(client, pair, args.memory)
    const undone = await account.call(undoSupersession, {
      params: { ...pair, memoryId },
      query: { dryRun: flags['dry-run'] === true },
    })
    const { terminal, result } = this.output(flags)
    result(undone, () => renderUndo(terminal, undone))
  }
}
