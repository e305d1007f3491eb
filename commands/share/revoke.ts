import { ParleyCommand } from '../../src/cli/base-command.js'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { revocationSummary, shareArg, shareIdOf } from '../../src/cli/share/share-view.js'
import { revokeShare } from '../../src/contract/shares.js'

export default class ShareRevoke extends ParleyCommand {
  static override summary = 'Revoke a share with its session tokens, and close its live sessions.'
  static override examples = ['<%= config.bin %> <%= command.id %> SHARE_ID --yes']
  static override args = { share: shareArg }
  static override flags = { ...serviceFlags, email: emailFlag, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ShareRevoke)
    const { terminal, result, note } = this.output(flags)
    const shareId = shareIdOf(args.share)
    await confirm(terminal, flags, async () => `Revoke the share ${shareId} and end its sessions?`)
    const client = await this.createAccountClient(flags)
    const revoked = await client.call(revokeShare, { params: { shareId } })
    result(revoked, () => `Revoked ${shareId}`)
    note(revocationSummary(revoked))
  }
}
