import { Flags } from '@oclif/core'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { readCharacterName } from '../../src/cli/chat/chat-participants.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderMessages } from '../../src/cli/players/player-view.js'
import { PlayersCommand, playerArg } from '../../src/cli/players/players-command.js'
import { readAllMessages } from '../../src/cli/players/read-conversations.js'
import { listMessages } from '../../src/contract/conversations.js'

export default class PlayersMessages extends PlayersCommand {
  static override summary = 'Show the messages of a player and a character.'
  static override description = 'A page is in chronological order; page 1 has the newest messages.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira ada',
    '<%= config.bin %> <%= command.id %> Mira ada --all --json',
  ]
  static override args = { character: characterArg, player: playerArg }
  static override flags = {
    ...serviceFlags,
    limit: Flags.integer({ summary: 'Messages per page, 1 to 200. Default: 100.', helpValue: 'NUMBER' }),
    page: Flags.integer({
      summary: 'Page number, counted from the newest. Default: 1.',
      helpValue: 'NUMBER',
    }),
    all: Flags.boolean({ summary: 'All messages, oldest first.', exclusive: ['limit', 'page'] }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlayersMessages)
    const { client, owner, characterId } = await this.resolveCharacter(flags, args.character)
    const params = { characterId, playerId: args.player }
    const { limit, page } = flags
    const answer = flags.all
      ? await readAllMessages(client, params)
      : await client.call(listMessages, { params, query: omitUndefined({ limit, page }) })
    const { terminal, result, note, isJson } = this.output(flags)
    const names = {
      player: args.player,
      character: isJson ? '' : await readCharacterName(owner, characterId),
    }
    result(answer, () => renderMessages(terminal, answer.messages, names))
    const { pagination, messages } = answer
    if (messages.length === 0) note('No messages')
    if (pagination.hasMore)
      note(
        `${messages.length} of ${pagination.total}; older ones with --page ${pagination.page + 1}, or --all`,
      )
  }
}
