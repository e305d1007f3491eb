import { Args, Flags } from '@oclif/core'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { usageError } from '../../src/cli/errors/command-error.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { EXPORT_FORMATS, exportMemories } from '../../src/cli/memories/export-memories.js'
import { MemoriesCommand } from '../../src/cli/memories/memories-command.js'
import { renderMemories, renderMemoriesByPlayer } from '../../src/cli/memories/memory-view.js'
import { collectPage, isPage, type MemoryPage, queryMemories } from '../../src/cli/memories/read-memories.js'
import { INCOMPLETE_PLAYERS_NOTE } from '../../src/cli/players/read-players.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { MEMORY_STATUSES, MEMORY_TYPES, type MemoryStatus } from '../../src/contract/memories.js'

export default class MemoriesList extends MemoriesCommand {
  static override summary = 'List the memories that a character has of a player, newest first.'
  static override description =
    'In CSV, an apostrophe precedes texts that a spreadsheet would take for a formula; NDJSON is exact.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira ada --type fact',
    '<%= config.bin %> <%= command.id %> Mira --all-players --format csv > memories.csv',
  ]
  static override args = {
    character: characterArg,
    player: Args.string({ description: 'Complete id of the player. Omitted with --all-players.' }),
  }
  static override flags = {
    ...serviceFlags,
    type: Flags.option({ options: MEMORY_TYPES })({ summary: 'Only memories of this type.' }),
    status: Flags.option({ options: ['all', ...MEMORY_STATUSES] as const })({
      summary: 'Only memories with this status; all: every status in turn. Default: active.',
    }),
    limit: Flags.integer({
      summary: 'Maximum number of results, 1 to 200. Default: 50.',
      helpValue: 'NUMBER',
    }),
    offset: Flags.integer({ summary: 'Number of results to skip.', helpValue: 'NUMBER' }),
    all: Flags.boolean({ summary: 'All memories, over every page.', exclusive: ['limit', 'offset'] }),
    'all-players': Flags.boolean({
      summary: 'The memories of every player, over every page.',
      exclusive: ['limit', 'offset'],
    }),
    'as-of': Flags.string({
      summary: 'Memories at this date or time, except those erased since; local server only.',
      helpValue: 'ISO',
      exclusive: ['type', 'all-players'],
    }),
    email: emailFlag,
    full: Flags.boolean({ summary: 'Wrap long texts instead of truncating them.' }),
    format: Flags.option({ options: ['table', ...EXPORT_FORMATS] as const })({
      summary: 'Output format. Default: table.',
      exclusive: ['json'],
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesList)
    // oclif leaves an absent boolean flag undefined, although its type is boolean.
    const isAllPlayers = flags['all-players'] === true
    if (isAllPlayers === (args.player !== undefined)) throw usageError('Pass one player, or --all-players')
    const { client, characterId } = await this.resolveCharacter(flags, args.character)
    const time = flags['as-of']
    let isComplete = true
    const found = await queryMemories(client, {
      characterId,
      playerId: args.player ?? null,
      filter: omitUndefined({ memoryType: flags.type }),
      statuses: statusesOf(flags.status),
      asOf: time === undefined ? null : { time, account: await this.createAccountClient(flags) },
      page: flags.all ? null : omitUndefined({ limit: flags.limit, offset: flags.offset }),
      onIncomplete: () => {
        isComplete = false
      },
    })
    const { terminal, result, note } = this.output(flags)
    if (flags.format === 'csv' || flags.format === 'ndjson') {
      await exportMemories(flags.format, isPage(found) ? found.memories : found, process.stdout)
    } else {
      const page = await collectPage(found)
      const render = isAllPlayers ? renderMemoriesByPlayer : renderMemories
      result(isAllPlayers ? { ...page, complete: isComplete } : page, () =>
        render(terminal, page.memories, flags),
      )
      if (page.memories.length === 0) note('No memories')
    }
    if (isPage(found)) noteNext(found, note)
    if (!isComplete) note(INCOMPLETE_PLAYERS_NOTE)
  }
}

/** Null: the default of the service. */
const statusesOf = (status: 'all' | MemoryStatus | undefined): readonly MemoryStatus[] | null => {
  if (status === undefined) return null
  return status === 'all' ? MEMORY_STATUSES : [status]
}

function noteNext({ memories, offset, total }: MemoryPage, note: (text: string) => void): void {
  const next = offset + memories.length
  if (next < total) note(`${memories.length} of ${total}; continue with --offset ${next}, or --all`)
}
