import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { revocationSummary } from '../../src/cli/share/share-view.js'
import { revokeSharesOfKey } from '../../src/contract/shares.js'

export default class ShareRevokeKey extends ParleyCommand {
  static override summary = 'Revoke all shares created with an API key, for example after it leaked.'
  static override examples = ['<%= config.bin %> <%= command.id %> KEY_ID --yes']
  static override args = {
    key: Args.string({ required: true, description: 'Id of the key, as `keys list` shows it.' }),
  }
  static override flags = { ...serviceFlags, email: emailFlag, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ShareRevokeKey)
    const { terminal, result, note } = this.output(flags)
    await confirm(terminal, flags, async () => `Revoke all shares created with the key ${args.key}?`)
    const client = await this.createAccountClient(flags)
    const ended = await client.call(revokeSharesOfKey, { params: { keyId: args.key } })
    result(ended, () => `Revoked ${ended.revoked} ${ended.revoked === 1 ? 'share' : 'shares'}`)
    note(revocationSummary(ended))
  }
}
