import { Args, Flags } from '@oclif/core'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderExplanations, renderMiss } from '../../src/cli/memories/explain-view.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { findMemoryId } from '../../src/cli/memories/read-memories.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { explainMemory, explainSearch } from '../../src/contract/memory-explain.js'

export default class MemoriesExplain extends MemoriesCommand {
  static override summary = 'Explain the ranking of a search, or why it does not find a memory.'
  static override examples = [
    "<%= config.bin %> <%= command.id %> Mira ada 'where does she live?'",
    "<%= config.bin %> <%= command.id %> Mira ada 'what does she drink?' --why-not MEMORY_ID",
  ]
  static override args = {
    ...pairArgs,
    query: Args.string({ required: true, description: 'Query, up to 500 characters.' }),
  }
  static override flags = {
    ...serviceFlags,
    'why-not': Flags.string({
      summary: 'Memory that was expected: its id, or its first eight or more characters.',
      helpValue: 'MEMORY',
    }),
    limit: Flags.integer({ summary: 'Number of hits, 1 to 50. Default: 10.', helpValue: 'NUMBER' }),
    email: emailFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesExplain)
    const { client, account, pair } = await this.resolvePairWithAccount(flags, args)
    const body = { query: args.query, ...omitUndefined({ limit: flags.limit }) }
    const { terminal, result, note } = this.output(flags)
    const missed = flags['why-not']
    if (missed !== undefined) {
      const memoryId = await findMemoryId(client, pair, missed)
      const miss = await account.call(explainMemory, { params: { ...pair, memoryId }, body })
      return result(miss, () => renderMiss(terminal, miss))
    }
    const answer = await account.call(explainSearch, { params: pair, body })
    result(answer, () => renderExplanations(terminal, answer))
    if (answer.results.length === 0) note('No matches')
  }
}
