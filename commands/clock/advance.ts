import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { isoDuration } from '../../src/cli/flags/duration.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderClock } from '../../src/cli/output/readable-time.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { setClock } from '../../src/contract/accounts.js'

export default class ClockAdvance extends ParleyCommand {
  static override summary = 'Advance the clock of the local server, and run what becomes due in between.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> 3d',
    '<%= config.bin %> <%= command.id %> P1DT12H',
  ]
  static override args = {
    duration: Args.string({ required: true, description: 'Duration, such as 90s, 3d, 1h30m, PT90M or P1M.' }),
  }
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ClockAdvance)
    const advance = isoDuration(args.duration)
    const client = await this.createAccountClient(flags)
    const state = await client.call(setClock, { body: { advance } })
    this.output(flags).result(state, () => renderClock(state))
  }
}
