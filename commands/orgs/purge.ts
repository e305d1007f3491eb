import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { findOrganizationId, organizationArg } from '../../src/cli/organizations/find-organization.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { purgeOrganization } from '../../src/contract/organizations.js'

export default class OrgsPurge extends ParleyCommand {
  static override summary = 'Erase a deleted organization with everything it owns.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> "Night Shift" --force --reason "a test is over" --yes',
  ]
  static override args = { organization: organizationArg }
  static override flags = {
    ...serviceFlags,
    email: emailFlag,
    force: Flags.boolean({
      summary: 'Purge before it has been deleted for 30 days.',
      dependsOn: ['reason'],
    }),
    reason: Flags.string({ summary: 'Reason for purging early.', helpValue: 'TEXT', dependsOn: ['force'] }),
    ...destructiveFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(OrgsPurge)
    const { terminal, result } = this.output(flags)
    await confirm(terminal, flags, async () => `Permanently erase everything that ${args.organization} owns?`)
    const client = await this.createAccountClient(flags)
    const orgId = await findOrganizationId(client, args.organization)
    const forced = flags.reason === undefined ? {} : { force: true, reason: flags.reason }
    const purged = await client.call(purgeOrganization, {
      params: { orgId },
      body: { confirmOrgId: orgId, ...forced },
    })
    result(purged, () => `Purged ${purged.id}`)
  }
}
