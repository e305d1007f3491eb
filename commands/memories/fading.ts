import { Flags } from '@oclif/core'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderFading } from '../../src/cli/memories/history-view.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { memoriesFading } from '../../src/contract/memory-history.js'

export default class MemoriesFading extends MemoriesCommand {
  static override summary = 'Preview which memories fade within some days, the next ones first.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada --days 90']
  static override args = pairArgs
  static override flags = {
    ...serviceFlags,
    days: Flags.integer({ summary: 'Days to look ahead, 0 to 36500. Default: 30.', helpValue: 'NUMBER' }),
    limit: Flags.integer({
      summary: 'Maximum number of results, 1 to 200. Default: 50.',
      helpValue: 'NUMBER',
    }),
    offset: Flags.integer({ summary: 'Number of results to skip.', helpValue: 'NUMBER' }),
    full: Flags.boolean({ summary: 'Wrap long texts instead of truncating them.' }),
    email: emailFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesFading)
    const { account, pair } = await this.resolvePairWithAccount(flags, args)
    const { days, limit, offset } = flags
    const answer = await account.call(memoriesFading, {
      params: pair,
      query: omitUndefined({ days, limit, offset }),
    })
    const { terminal, result, note } = this.output(flags)
    result(answer, () => renderFading(terminal, answer.memories, flags))
    if (answer.memories.length === 0) note(`Nothing fades within ${answer.days} days`)
    const next = answer.offset + answer.memories.length
    if (next < answer.total)
      note(`${answer.memories.length} of ${answer.total}; continue with --offset ${next}`)
  }
}
