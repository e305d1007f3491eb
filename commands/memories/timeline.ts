import { Flags } from '@oclif/core'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderTimeline } from '../../src/cli/memories/history-view.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { memoryTimeline, TIMELINE_GROUPS } from '../../src/contract/memory-views.js'

export default class MemoriesTimeline extends MemoriesCommand {
  static override summary = 'Show the memories of a player by date, newest first.'
  static override description = 'Covers the 500 newest active memories of the period. Dates are in UTC.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira ada',
    '<%= config.bin %> <%= command.id %> Mira ada --group-by month --since 2026-01-01',
  ]
  static override args = pairArgs
  static override flags = {
    ...serviceFlags,
    'group-by': Flags.option({ options: TIMELINE_GROUPS })({ summary: 'Period of a group. Default: day.' }),
    since: Flags.string({ summary: 'Only from this date or time on.', helpValue: 'ISO' }),
    until: Flags.string({ summary: 'Only until this date or time.', helpValue: 'ISO' }),
    full: Flags.boolean({ summary: 'Wrap long texts instead of truncating them.' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesTimeline)
    const { client, pair } = await this.resolvePair(flags, args)
    const query = omitUndefined({ groupBy: flags['group-by'], startDate: flags.since, endDate: flags.until })
    const answer = await client.call(memoryTimeline, { params: pair, query })
    const { terminal, result, note } = this.output(flags)
    result(answer, () => renderTimeline(terminal, answer, flags))
    if (answer.totalMemories === 0) note('No memories')
  }
}
