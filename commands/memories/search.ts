import { Args, Flags } from '@oclif/core'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { renderHits } from '../../src/cli/memories/memory-view.js'
import { searchMemories } from '../../src/contract/memory-views.js'

export default class MemoriesSearch extends MemoriesCommand {
  static override summary = 'Search the memories that a character has of a player, the most similar first.'
  static override description = 'A search does not count as a use of the memories found.'
  static override examples = ["<%= config.bin %> <%= command.id %> Mira ada 'where does she live?'"]
  static override args = {
    ...pairArgs,
    query: Args.string({ required: true, description: 'Query, up to 500 characters.' }),
  }
  static override flags = {
    ...serviceFlags,
    limit: Flags.integer({
      summary: 'Maximum number of results, 1 to 50. Default: 10.',
      helpValue: 'NUMBER',
    }),
    full: Flags.boolean({ summary: 'Wrap long texts instead of truncating them.' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesSearch)
    const { client, pair } = await this.resolvePair(flags, args)
    const body = { query: args.query, ...omitUndefined({ limit: flags.limit }) }
    const found = await client.call(searchMemories, { params: pair, body })
    const { terminal, result, note } = this.output(flags)
    result(found, () => renderHits(terminal, found.results, flags))
    if (found.results.length === 0) note('No matches')
  }
}
