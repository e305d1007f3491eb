import { characterArg } from '../../src/cli/characters/character-flags.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { readableTime } from '../../src/cli/output/readable-time.js'
import { renderFields } from '../../src/cli/output/table.js'
import { PlayersCommand } from '../../src/cli/players/players-command.js'
import { conversationStats } from '../../src/contract/conversations.js'

export default class PlayersStats extends PlayersCommand {
  static override summary = 'Count the players and the messages of a character.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira']
  static override args = { character: characterArg }
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlayersStats)
    const { client, characterId } = await this.resolveCharacter(flags, args.character)
    const stats = await client.call(conversationStats, { params: { characterId } })
    const { terminal, result } = this.output(flags)
    result(stats, () =>
      renderFields(terminal, [
        ['players', String(stats.totalConversations)],
        ['messages', String(stats.totalMessages)],
        ['first activity', readableTime(stats.firstActivity) || null],
        ['last activity', readableTime(stats.lastActivity) || null],
      ]),
    )
  }
}
