import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { type Column, renderTable } from '../../src/cli/output/table.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { listOrganizations, type Organization } from '../../src/contract/organizations.js'

const COLUMNS: readonly Column<Organization>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'DELETED', value: ({ deletedAt }) => deletedAt?.slice(0, 10) ?? '' },
  { title: 'NAME', value: ({ name }) => name, width: 'rest' },
]

export default class OrgsList extends ParleyCommand {
  static override summary = 'List the organizations of the account, newest first.'
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(OrgsList)
    const client = await this.createAccountClient(flags)
    const answer = await client.call(listOrganizations, {})
    const { terminal, result } = this.output(flags)
    result(answer, () => renderTable(terminal, COLUMNS, answer.organizations))
  }
}
