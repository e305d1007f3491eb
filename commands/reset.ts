import { ParleyCommand } from '../src/cli/base-command.js'
import { destructiveFlags, serviceFlags } from '../src/cli/flags/service-flags.js'
import { confirm } from '../src/cli/input/confirm.js'
import { emailFlag } from '../src/cli/server-address/id-token.js'
import { resetServer } from '../src/contract/accounts.js'

export default class Reset extends ParleyCommand {
  static override summary = 'Take the local server back to how it was right after its start.'
  static override description =
    'Worlds and the demo are there again; whatever came since is lost, open sessions end, and the clock starts anew.'
  static override examples = ['<%= config.bin %> <%= command.id %> --yes']
  static override flags = { ...serviceFlags, email: emailFlag, ...destructiveFlags }

  async run(): Promise<void> {
    const { flags } = await this.parse(Reset)
    const { terminal, result } = this.output(flags)
    const { baseUrl } = (await this.resolveService(flags)).client
    await confirm(terminal, flags, async () => `Lose everything that ${baseUrl} was told since its start?`)
    const client = await this.createAccountClient(flags)
    await client.call(resetServer, {})
    result({ reset: true, baseUrl }, () => `${baseUrl} is as it was right after its start`)
  }
}
