import { Args } from '@oclif/core'
import { ParleyCommand } from '../../../src/cli/base-command.js'
import { serviceFlags } from '../../../src/cli/flags/service-flags.js'
import { findOrganizationId, organizationArg } from '../../../src/cli/organizations/find-organization.js'
import { emailFlag } from '../../../src/cli/server-address/id-token.js'
import { addMember } from '../../../src/contract/organizations.js'

export default class OrgsMembersAdd extends ParleyCommand {
  static override summary = 'Add an account to an organization as a member.'
  static override examples = ['<%= config.bin %> <%= command.id %> "Night Shift" ada@example.org']
  static override args = {
    organization: organizationArg,
    member: Args.string({ required: true, description: 'E-mail address of the account.' }),
  }
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(OrgsMembersAdd)
    const client = await this.createAccountClient(flags)
    const orgId = await findOrganizationId(client, args.organization)
    const member = await client.call(addMember, { params: { orgId }, body: { email: args.member } })
    const { result } = this.output(flags)
    result(member, () => `${member.email} is a member`)
  }
}
