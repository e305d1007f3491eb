import { Args } from '@oclif/core'
import { characterName } from '../../src/cli/chat/open-chat.js'
import { confirm } from '../../src/cli/confirm.js'
import { destructiveFlags, type ServiceFlags, serviceFlags } from '../../src/cli/flags.js'
import { findConversation } from '../../src/cli/players/find-conversation.js'
import { PlayersCommand, playerArg } from '../../src/cli/players/players-command.js'
import { printableLine } from '../../src/cli/printable.js'
import { deleteConversation } from '../../src/contract/conversations.js'

export default class PlayersDelete extends PlayersCommand {
  static override summary = 'Make a character forget a player: conversation, messages, memories and images.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada --yes']
  static override args = {
    character: Args.string({ required: true, description: 'Id, or whole name.' }),
    player: playerArg,
  }
  static override flags = { ...serviceFlags, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlayersDelete)
    const { terminal, result } = this.output(flags)
    await confirm(terminal, flags, () => this.#question(args, flags))
    const { client, characterId } = await this.reach(flags, args.character, 'whole')
    await client.call(deleteConversation, { params: { characterId, playerId: args.player } })
    result(
      { deleted: true, characterId, playerId: args.player },
      () => `Deleted the conversation of ${printableLine(args.player)}`,
    )
  }

  async #question(args: Named, flags: ServiceFlags): Promise<string> {
    const { client, owner, characterId } = await this.reach(flags, args.character, 'whole')
    const { playerId, messageCount } = await findConversation(client, { characterId, playerId: args.player })
    const character = printableLine(await characterName(owner, characterId))
    const messages = messageCount === 1 ? '1 message' : `${messageCount ?? 'all'} messages`
    return `Delete the conversation of ${printableLine(playerId)} with ${character}: ${messages}, all that ${character} remembers of the player, and the images sent?`
  }
}

type Named = { readonly character: string; readonly player: string }
