import { Args } from '@oclif/core'
import { ParleyCommand } from '../../../src/cli/base-command.js'
import { serviceFlags } from '../../../src/cli/flags/service-flags.js'
import { findOrganizationId, organizationArg } from '../../../src/cli/organizations/find-organization.js'
import { emailFlag } from '../../../src/cli/server-address/id-token.js'
import type { Client } from '../../../src/client/create-client.js'
import { listMembers, removeMember } from '../../../src/contract/organizations.js'

export default class OrgsMembersRemove extends ParleyCommand {
  static override summary = 'Remove a member from an organization immediately.'
  static override examples = ['<%= config.bin %> <%= command.id %> "Night Shift" ada@example.org']
  static override args = {
    organization: organizationArg,
    member: Args.string({ required: true, description: 'E-mail address or id of the account.' }),
  }
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(OrgsMembersRemove)
    const client = await this.createAccountClient(flags)
    const orgId = await findOrganizationId(client, args.organization)
    const accountId = await this.#findAccountId(client, orgId, args.member)
    await client.call(removeMember, { params: { orgId, accountId } })
    const { result } = this.output(flags)
    result({ removed: true, accountId }, () => `${args.member} is no longer a member`)
  }

  async #findAccountId(client: Client, orgId: string, emailOrId: string): Promise<string> {
    const { members } = await client.call(listMembers, { params: { orgId } })
    return members.find(({ email }) => email === emailOrId.toLowerCase())?.accountId ?? emailOrId
  }
}
