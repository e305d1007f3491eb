import { ParleyCommand } from '../../src/cli/base-command.js'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { findOrganizationId, organizationArg } from '../../src/cli/organizations/find-organization.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { deleteOrganization, PURGE_AFTER_DAYS } from '../../src/contract/organizations.js'

export default class OrgsDelete extends ParleyCommand {
  static override summary = 'Mark an organization as deleted; what it owns becomes inaccessible.'
  static override examples = ['<%= config.bin %> <%= command.id %> "Night Shift" --yes']
  static override args = { organization: organizationArg }
  static override flags = { ...serviceFlags, email: emailFlag, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(OrgsDelete)
    const { terminal, result, note } = this.output(flags)
    await confirm(terminal, flags, async () => `Delete the organization ${args.organization}?`)
    const client = await this.createAccountClient(flags)
    const orgId = await findOrganizationId(client, args.organization)
    const deleted = await client.call(deleteOrganization, { params: { orgId } })
    result(deleted, () => `Deleted ${deleted.id}`)
    note(`It can be purged after ${PURGE_AFTER_DAYS} days, or earlier with orgs purge --force --reason TEXT`)
  }
}
