import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { renderFacts } from '../../src/cli/memories/memory-view.js'
import { listCoreFacts } from '../../src/contract/memory-views.js'

export default class MemoriesFacts extends MemoriesCommand {
  static override summary = 'List the core facts: what a character is always told about a player.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada']
  static override args = pairArgs
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesFacts)
    const { client, pair } = await this.resolvePair(flags, args)
    const answer = await client.call(listCoreFacts, { params: pair })
    const { terminal, result, note } = this.output(flags)
    result(answer, () => renderFacts(terminal, answer.coreFacts))
    if (answer.coreFacts.length === 0) note('No core facts')
  }
}
