import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderClock } from '../../src/cli/output/readable-time.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { setClock } from '../../src/contract/accounts.js'

export default class ClockFreeze extends ParleyCommand {
  static override summary = 'Freeze the clock of the local server until it is released.'
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --at 2030-01-31T09:00:00Z',
  ]
  static override flags = {
    ...serviceFlags,
    email: emailFlag,
    at: Flags.string({ summary: 'Also set the clock to this ISO 8601 date and time.', helpValue: 'TIME' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(ClockFreeze)
    const client = await this.createAccountClient(flags)
    const state = await client.call(setClock, { body: { frozen: true, ...omitUndefined({ set: flags.at }) } })
    this.output(flags).result(state, () => renderClock(state))
  }
}
