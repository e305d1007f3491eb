import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderTable } from '../../src/cli/output/table.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { SHARE_COLUMNS } from '../../src/cli/share/share-view.js'
import { listShares } from '../../src/contract/shares.js'

export default class ShareList extends ParleyCommand {
  static override summary = 'List the shares of a character that are not revoked, newest first.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira']
  static override args = { character: characterArg }
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ShareList)
    const client = await this.createAccountClient(flags)
    const characterId = await findCharacterId((await this.resolveService(flags)).client, args.character)
    const answer = await client.call(listShares, { params: { characterId } })
    const { terminal, result, note } = this.output(flags)
    result(answer, () => renderTable(terminal, SHARE_COLUMNS, answer.shares))
    if (answer.shares.length === 0) note('No shares')
  }
}
