import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderClock } from '../../src/cli/output/readable-time.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { setClock } from '../../src/contract/accounts.js'

export default class ClockRelease extends ParleyCommand {
  static override summary = 'Let the frozen clock of the local server run again.'
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(ClockRelease)
    const client = await this.createAccountClient(flags)
    const state = await client.call(setClock, { body: { frozen: false } })
    this.output(flags).result(state, () => renderClock(state))
  }
}
