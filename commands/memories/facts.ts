import { serviceFlags } from '../../src/cli/flags.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { dayOf } from '../../src/cli/memories/memory-view.js'
import { shortIds } from '../../src/cli/memories/short-ids.js'
import { renderTable } from '../../src/cli/table.js'
import type { CoreFact as Fact } from '../../src/contract/memories.js'
import { listCoreFacts } from '../../src/contract/memory-views.js'

export default class MemoriesFacts extends MemoriesCommand {
  static override summary = 'List the core facts: what a character always has in mind of a player.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada']
  static override args = pairArgs
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesFacts)
    const { client, pair } = await this.reachPair(flags, args)
    const answer = await client.call(listCoreFacts, { params: pair })
    const { terminal, result, note } = this.output(flags)
    const short = shortIds(answer.coreFacts.map(({ sourceMemoryId }) => sourceMemoryId))
    const columns = [
      { title: 'MEMORY', value: ({ sourceMemoryId }: Fact) => short(sourceMemoryId) },
      { title: 'SINCE', value: ({ updatedAt, createdAt }: Fact) => dayOf(updatedAt ?? createdAt) },
      { title: 'FACT', value: ({ factKey }: Fact) => factKey, width: 24 },
      { title: 'VALUE', value: ({ factValue }: Fact) => factValue, width: 'rest', wraps: true },
    ] as const
    result(answer, () => renderTable(terminal, columns, answer.coreFacts))
    if (answer.coreFacts.length === 0) note('No core facts')
  }
}
