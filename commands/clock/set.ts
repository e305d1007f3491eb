import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderClock } from '../../src/cli/output/readable-time.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { setClock } from '../../src/contract/accounts.js'

export default class ClockSet extends ParleyCommand {
  static override summary = 'Set the clock of the local server; it runs on from there unless it is frozen.'
  static override examples = ['<%= config.bin %> <%= command.id %> 2030-01-31T09:00:00Z']
  static override args = {
    time: Args.string({ required: true, description: 'ISO 8601 date and time with an offset.' }),
  }
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ClockSet)
    const client = await this.createAccountClient(flags)
    const state = await client.call(setClock, { body: { set: args.time } })
    this.output(flags).result(state, () => renderClock(state))
  }
}
