import { Flags } from '@oclif/core'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderPlayers } from '../../src/cli/players/player-view.js'
import { PlayersCommand } from '../../src/cli/players/players-command.js'
import {
  createPlayerReader,
  INCOMPLETE_PLAYERS_NOTE,
  readAllPlayers,
} from '../../src/cli/players/read-players.js'
import { CONVERSATION_ORDERS } from '../../src/contract/conversations.js'

export default class PlayersList extends PlayersCommand {
  static override summary = 'List the players of a character: all who have talked to it or are remembered.'
  static override description =
    'The last active player comes first. Only a local server lists players who have memories but no conversation; at ' +
    'any other service the command notes that they may be missing.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira',
    '<%= config.bin %> <%= command.id %> Mira --sort-by message_count --min-messages 1 --all',
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...serviceFlags,
    limit: Flags.integer({
      summary: 'Maximum number of results, 1 to 100. Default: 50.',
      helpValue: 'NUMBER',
    }),
    offset: Flags.integer({ summary: 'Number of results to skip.', helpValue: 'NUMBER' }),
    all: Flags.boolean({ summary: 'All players, over every page.', exclusive: ['limit', 'offset'] }),
    'sort-by': Flags.option({ options: CONVERSATION_ORDERS })({ summary: 'Sort key.' }),
    'sort-order': Flags.option({ options: ['asc', 'desc'] as const })({
      summary: 'Sort order. Default: desc.',
    }),
    search: Flags.string({ summary: 'Text to find in the id of the player.', helpValue: 'TEXT' }),
    'min-messages': Flags.integer({
      summary: 'Only players with at least this many messages.',
      helpValue: 'NUMBER',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlayersList)
    const { client, characterId } = await this.resolveCharacter(flags, args.character)
    const { limit, offset } = flags
    const query = omitUndefined({
      sortBy: flags['sort-by'],
      sortOrder: flags['sort-order'],
      playerSearch: flags.search,
      minMessages: flags['min-messages'],
    })
    const read = createPlayerReader(client, characterId)
    const page = flags.all
      ? await readAllPlayers(read, query)
      : await read({ ...query, ...omitUndefined({ limit, offset }) })
    const { terminal, result, note } = this.output(flags)
    const { players } = page
    const conversations = players.flatMap(({ conversation }) => conversation ?? [])
    result({ conversations, ...page }, () => renderPlayers(terminal, players))
    if (players.length === 0) note('No players')
    const next = page.offset + players.length
    if (!flags.all && next < page.total)
      note(`${players.length} of ${page.total}; continue with --offset ${next}, or --all`)
    if (!page.complete) note(INCOMPLETE_PLAYERS_NOTE)
  }
}
