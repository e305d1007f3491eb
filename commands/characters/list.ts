import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { CHARACTER_COLUMNS } from '../../src/cli/characters/character-view.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderTable } from '../../src/cli/output/table.js'
import { listCharacters } from '../../src/contract/characters.js'

export default class CharactersList extends ParleyCommand {
  static override summary = 'List characters, newest first.'
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --search mira --limit 5',
  ]
  static override flags = {
    ...serviceFlags,
    limit: Flags.integer({
      summary: 'Maximum number of results, 1 to 100. Default: 20.',
      helpValue: 'NUMBER',
    }),
    offset: Flags.integer({ summary: 'Number of results to skip.', helpValue: 'NUMBER' }),
    search: Flags.string({ summary: 'Text to find in name, tagline or id.', helpValue: 'TEXT' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(CharactersList)
    const { client } = await this.resolveService(flags)
    const { limit, offset, search } = flags
    const query = omitUndefined({ limit, offset, search })
    const page = await client.call(listCharacters, { query })
    const { terminal, result, note } = this.output(flags)
    result(page, () => renderTable(terminal, CHARACTER_COLUMNS, page.characters))
    const next = page.offset + page.characters.length
    if (next < page.total) note(`${page.characters.length} of ${page.total}; continue with --offset ${next}`)
  }
}
