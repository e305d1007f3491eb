import { characterArg } from '../../src/cli/characters/character-flags.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderConversation } from '../../src/cli/players/player-view.js'
import { PlayersCommand, playerArg } from '../../src/cli/players/players-command.js'
import { findConversation } from '../../src/cli/players/read-conversations.js'

export default class PlayersGet extends PlayersCommand {
  static override summary = 'Show the conversation of one player with a character.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada']
  static override args = { character: characterArg, player: playerArg }
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlayersGet)
    const { client, characterId } = await this.resolveCharacter(flags, args.character)
    const conversation = await findConversation(client, { characterId, playerId: args.player })
    const { terminal, result } = this.output(flags)
    result(conversation, () => renderConversation(terminal, conversation))
  }
}
