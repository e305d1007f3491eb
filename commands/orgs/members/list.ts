import { ParleyCommand } from '../../../src/cli/base-command.js'
import { serviceFlags } from '../../../src/cli/flags/service-flags.js'
import { findOrganizationId, organizationArg } from '../../../src/cli/organizations/find-organization.js'
import { type Column, renderTable } from '../../../src/cli/output/table.js'
import { emailFlag } from '../../../src/cli/server-address/id-token.js'
import { listMembers, type OrganizationMember } from '../../../src/contract/organizations.js'

const COLUMNS: readonly Column<OrganizationMember>[] = [
  { title: 'ACCOUNT', value: ({ accountId }) => accountId },
  { title: 'ROLE', value: ({ role }) => role },
  { title: 'E-MAIL', value: ({ email }) => email, width: 'rest' },
]

export default class OrgsMembersList extends ParleyCommand {
  static override summary = 'List the members of an organization.'
  static override examples = ['<%= config.bin %> <%= command.id %> "Night Shift"']
  static override args = { organization: organizationArg }
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(OrgsMembersList)
    const client = await this.createAccountClient(flags)
    const orgId = await findOrganizationId(client, args.organization)
    const answer = await client.call(listMembers, { params: { orgId } })
    const { terminal, result } = this.output(flags)
    result(answer, () => renderTable(terminal, COLUMNS, answer.members))
  }
}
