import { Flags } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { parseSecondsUpToADay } from '../src/cli/flags/duration.js'
import { serviceFlags } from '../src/cli/flags/service-flags.js'
import { emailFlag, requestIdToken } from '../src/cli/server-address/id-token.js'

export default class Token extends ParleyCommand {
  static override summary = 'Print an ID token of an account on the local server.'
  static override description =
    'The account is created on first use. Only a local server issues tokens to anyone on the machine.'
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --email tester@example.org --expires-in 60s',
  ]
  static override flags = {
    ...serviceFlags,
    email: emailFlag,
    'expires-in': Flags.custom<number>({
      helpValue: 'DURATION',
      parse: async (input) => parseSecondsUpToADay(input),
    })({ summary: 'How long the token is valid, such as 60s or 1h.' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(Token)
    const issued = await requestIdToken(await this.resolveService(flags), flags.email, flags['expires-in'])
    this.output(flags).result(issued, () => issued.idToken)
  }
}
