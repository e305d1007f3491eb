import { readCharacterName } from '../../src/cli/chat/chat-participants.js'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { MemoriesCommand, wholePairArgs } from '../../src/cli/memories/memories-command.js'
import { formatMemoryCount } from '../../src/cli/memories/memory-view.js'
import { printableLine } from '../../src/cli/output/printable.js'
import { deleteAllMemories, listMemories, MEMORY_STATUSES } from '../../src/contract/memories.js'

export default class MemoriesClear extends MemoriesCommand {
  static override summary = 'Erase all memories that a character has of a player.'
  static override description = 'Messages stay, but no memories are extracted from them again.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada --yes']
  static override args = wholePairArgs
  static override flags = { ...serviceFlags, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesClear)
    const { terminal, result } = this.output(flags)
    const player = printableLine(args.player)
    await confirm(terminal, flags, async () => {
      const { client, owner, pair } = await this.resolvePair(flags, args, 'exact')
      const totals = await Promise.all(
        MEMORY_STATUSES.map((status) =>
          client.call(listMemories, { params: pair, query: { status, limit: 1 } }),
        ),
      )
      const count = totals.reduce((sum, { total }) => sum + total, 0)
      const character = printableLine(await readCharacterName(owner, pair.characterId))
      return `Erase all memories that ${character} has of ${player}: ${formatMemoryCount(count)}?`
    })
    const { client, pair } = await this.resolvePair(flags, args, 'exact')
    const answer = await client.call(deleteAllMemories, { params: pair, query: { confirm: true } })
    result(answer, () => `Erased ${formatMemoryCount(answer.deletedCount)} of ${player}`)
  }
}
