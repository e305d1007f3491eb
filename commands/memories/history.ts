import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderHistory } from '../../src/cli/memories/history-view.js'
import { MemoriesCommand, memoryArg, pairArgs } from '../../src/cli/memories/memories-command.js'
import { findMemoryId } from '../../src/cli/memories/read-memories.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { memoryHistory } from '../../src/contract/memory-history.js'

export default class MemoriesHistory extends MemoriesCommand {
  static override summary = 'Show every change of a memory with its reason, oldest first.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada MEMORY_ID']
  static override args = { ...pairArgs, memory: memoryArg }
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesHistory)
    const { client, account, pair } = await this.resolvePairWithAccount(flags, args)
    const memoryId = await findMemoryId(client, pair, args.memory)
    const history = await account.call(memoryHistory, { params: { ...pair, memoryId } })
    const { terminal, result } = this.output(flags)
    result(history, () => renderHistory(terminal, history.events))
  }
}
