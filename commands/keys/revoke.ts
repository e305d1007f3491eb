import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { revokeKey } from '../../src/contract/accounts.js'

export default class KeysRevoke extends ParleyCommand {
  static override summary = 'Revoke an API key immediately.'
  static override examples = ['<%= config.bin %> <%= command.id %> KEY_ID --yes']
  static override args = {
    key: Args.string({ required: true, description: 'Id of the key, as `keys list` shows it.' }),
  }
  static override flags = { ...serviceFlags, email: emailFlag, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KeysRevoke)
    const { terminal, result } = this.output(flags)
    await confirm(terminal, flags, async () => `Revoke the key ${args.key}?`)
    const client = await this.createAccountClient(flags)
    await client.call(revokeKey, { params: { keyId: args.key } })
    result({ revoked: true, id: args.key }, () => `Revoked ${args.key}`)
  }
}
