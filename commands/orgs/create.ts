import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { printable } from '../../src/cli/output/printable.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { createOrganization } from '../../src/contract/organizations.js'

export default class OrgsCreate extends ParleyCommand {
  static override summary = 'Create an organization owned by the account.'
  static override examples = ['<%= config.bin %> <%= command.id %> "Night Shift"']
  static override args = {
    name: Args.string({ required: true, description: 'Name of the organization.' }),
  }
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(OrgsCreate)
    const client = await this.createAccountClient(flags)
    const created = await client.call(createOrganization, { body: { name: args.name } })
    const { result, note } = this.output(flags)
    result(created, () => created.id)
    note(`Created ${printable(created.name)}. Use it with --org-id ${created.id}`)
  }
}
