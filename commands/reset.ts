import { ParleyCommand } from '../src/cli/base-command.js'
import { destructiveFlags, serviceFlags } from '../src/cli/flags/service-flags.js'
import { confirm } from '../src/cli/input/confirm.js'
import { emailFlag } from '../src/cli/server-address/id-token.js'
import { resetServer } from '../src/contract/accounts.js'

export default class Reset extends ParleyCommand {
  static override summary = 'Reset the local server to its state right after the start.'
  static override description =
    'Worlds and the demo are restored, all later changes are lost, open sessions are closed, and the clock is reset.'
  static override examples = ['<%= config.bin %> <%= command.id %> --yes']
  static override flags = { ...serviceFlags, email: emailFlag, ...destructiveFlags }

  async run(): Promise<void> {
    const { flags } = await this.parse(Reset)
    const { terminal, result } = this.output(flags)
    const { baseUrl } = (await this.resolveService(flags)).client
    await confirm(terminal, flags, async () => `Delete everything stored at ${baseUrl} since its start?`)
    const client = await this.createAccountClient(flags)
    await client.call(resetServer, {})
    result({ reset: true, baseUrl }, () => `${baseUrl} is reset to its state right after the start`)
  }
}
