import { Flags } from '@oclif/core'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { describeSilent, MAX_TURNS, readTurns } from '../../src/cli/turns/find-turn.js'
import { renderTurns } from '../../src/cli/turns/turn-list-view.js'
import { TurnsCommand } from '../../src/cli/turns/turns-command.js'

export default class TurnsList extends TurnsCommand {
  static override summary = 'List the newest turns of the local server.'
  static override description =
    `The server keeps its newest 1000 turns in memory, until it ends; of several servers or workers, those of all are listed.
FIRST is the time to the first text or audio.`
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --character Mira --player-id ada --limit 5',
  ]
  static override flags = {
    ...serviceFlags,
    limit: Flags.integer({
      summary: 'Number of turns.',
      helpValue: 'NUMBER',
      default: 20,
      min: 1,
      max: MAX_TURNS,
    }),
    character: Flags.string({ summary: 'Only turns of this character: id or name.', helpValue: 'CHARACTER' }),
    email: emailFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(TurnsList)
    const { terminal, result, note } = this.output(flags)
    const { turns, silentServers } = await this.withStaff(flags, async (staff) =>
      readTurns(staff, flags.limit, await this.filterOf(flags)),
    )
    result({ turns }, () => (turns.length === 0 ? '' : renderTurns(terminal, turns)))
    if (silentServers > 0) note(describeSilent(silentServers))
    else if (turns.length === 0) note('No turns since the start of the server')
  }
}
