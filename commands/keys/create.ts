import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { createKey } from '../../src/contract/accounts.js'
import { SCOPES, type Scope } from '../../src/contract/scopes.js'

export default class KeysCreate extends ParleyCommand {
  static override summary = 'Create an API key; it is shown only once.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> "my game"',
    '<%= config.bin %> <%= command.id %> reader --scope characters:read --scope conversations:read',
  ]
  static override args = {
    name: Args.string({ required: true, description: 'Name of the key.' }),
  }
  static override flags = {
    ...serviceFlags,
    email: emailFlag,
    scope: Flags.option({ options: SCOPES, multiple: true })({
      summary: 'Scope of the key; may be repeated. Default: every scope.',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KeysCreate)
    const client = await this.createAccountClient(flags)
    const scopes: Scope[] | undefined = flags.scope
    const created = await client.call(createKey, { body: { name: args.name, ...(scopes && { scopes }) } })
    const { result, note } = this.output(flags)
    result(created, () => created.key)
    note(`Key ${created.id} for "${created.name}". Store it: it is not shown again.`)
  }
}
