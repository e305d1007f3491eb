import { Args, Flags } from '@oclif/core'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { renderHits } from '../../src/cli/memories/memory-view.js'
import { searchMemories } from '../../src/contract/memory-views.js'

export default class MemoriesSearch extends MemoriesCommand {
  static override summary = 'Search what a character remembers of a player, the most similar first.'
  static override description = 'Searching is only reading: no memory counts as used by it.'
  static override examples = ["<%= config.bin %> <%= command.id %> Mira ada 'where does she live?'"]
  static override args = {
    ...pairArgs,
    query: Args.string({ required: true, description: 'What to look for, up to 500 characters.' }),
  }
  static override flags = {
    ...serviceFlags,
    limit: Flags.integer({ summary: 'How many at most, 1 to 50. Default: 10.', helpValue: 'NUMBER' }),
    full: Flags.boolean({ summary: 'Whole texts, over as many lines as they need.' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesSearch)
    const { client, pair } = await this.resolvePair(flags, args)
    const body = { query: args.query, ...omitUndefined({ limit: flags.limit }) }
    const found = await client.call(searchMemories, { params: pair, body })
    const { terminal, result, note } = this.output(flags)
    result(found, () => renderHits(terminal, found.results, flags))
    if (found.results.length === 0) note('Nothing fits')
  }
}
