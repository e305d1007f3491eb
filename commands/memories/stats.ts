import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { renderMemoryStats } from '../../src/cli/memories/memory-view.js'
import { memoryStats } from '../../src/contract/memory-views.js'

export default class MemoriesStats extends MemoriesCommand {
  static override summary = 'Count the memories that a character has of a player.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada']
  static override args = pairArgs
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesStats)
    const { client, pair } = await this.resolvePair(flags, args)
    const stats = await client.call(memoryStats, { params: pair })
    const { terminal, result } = this.output(flags)
    result(stats, () => renderMemoryStats(terminal, stats))
  }
}
