import { Flags } from '@oclif/core'
import { characterArg } from '../../src/cli/character-flags.js'
import { serviceFlags } from '../../src/cli/flags.js'
import { given } from '../../src/cli/given.js'
import { CONVERSATION_COLUMNS } from '../../src/cli/players/conversation-view.js'
import { PlayersCommand } from '../../src/cli/players/players-command.js'
import { readAllConversations } from '../../src/cli/players/read-all.js'
import { renderTable } from '../../src/cli/table.js'
import { CONVERSATION_ORDERS, listConversations } from '../../src/contract/conversations.js'

export default class PlayersList extends PlayersCommand {
  static override summary = 'List who has talked to a character, the last active first.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira',
    '<%= config.bin %> <%= command.id %> Mira --sort-by message_count --min-messages 1 --all',
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...serviceFlags,
    limit: Flags.integer({ summary: 'At most so many, 1 to 100. Default: 50.', helpValue: 'NUMBER' }),
    offset: Flags.integer({ summary: 'Leave out so many first.', helpValue: 'NUMBER' }),
    all: Flags.boolean({ summary: 'Every one, however many pages.', exclusive: ['limit', 'offset'] }),
    'sort-by': Flags.option({ options: CONVERSATION_ORDERS })({ summary: 'What the order goes by.' }),
    'sort-order': Flags.option({ options: ['asc', 'desc'] as const })({ summary: 'Default: desc.' }),
    search: Flags.string({ summary: 'Part of the id of the player.', helpValue: 'TEXT' }),
    'min-messages': Flags.integer({ summary: 'Only who has so many messages.', helpValue: 'NUMBER' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlayersList)
    const { client, characterId } = await this.reach(flags, args.character)
    const { limit, offset } = flags
    const query = given({
      sortBy: flags['sort-by'],
      sortOrder: flags['sort-order'],
      playerSearch: flags.search,
      minMessages: flags['min-messages'],
    })
    const page = flags.all
      ? await readAllConversations(client, characterId, query)
      : await client.call(listConversations, {
          params: { characterId },
          query: { ...query, ...given({ limit, offset }) },
        })
    const { terminal, result, note } = this.output(flags)
    result(page, () => renderTable(terminal, CONVERSATION_COLUMNS, page.conversations))
    if (page.conversations.length === 0) note('No players')
    const next = page.offset + page.conversations.length
    if (!flags.all && next < page.total)
      note(`${page.conversations.length} of ${page.total}; the next with --offset ${next}, or --all`)
  }
}
