import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderClock } from '../../src/cli/output/readable-time.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { getClock } from '../../src/contract/accounts.js'

export default class ClockShow extends ParleyCommand {
  static override summary = 'Show the clock of the local server.'
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(ClockShow)
    const client = await this.createAccountClient(flags)
    const state = await client.call(getClock, {})
    this.output(flags).result(state, () => renderClock(state))
  }
}
