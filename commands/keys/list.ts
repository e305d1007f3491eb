import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { type Column, renderTable } from '../../src/cli/output/table.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { type ApiKey, listKeys } from '../../src/contract/accounts.js'
import { SCOPES } from '../../src/contract/scopes.js'

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'KEY', value: ({ preview }) => preview },
  { title: 'NAME', value: ({ name }) => name, width: 14 },
  {
    title: 'SCOPES',
    value: ({ scopes }) => (scopes.length === SCOPES.length ? 'all' : scopes.join(' ')),
    width: 'rest',
  },
]

export default class KeysList extends ParleyCommand {
  static override summary = 'List the API keys of the account.'
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(KeysList)
    const client = await this.createAccountClient(flags)
    const answer = await client.call(listKeys, {})
    const { terminal, result } = this.output(flags)
    result(answer, () => renderTable(terminal, COLUMNS, answer.keys))
  }
}
