import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderFields } from '../../src/cli/output/table.js'
import { shareArg, shareIdOf } from '../../src/cli/share/share-view.js'
import type { Client } from '../../src/client/create-client.js'
import { ServiceError } from '../../src/client/errors.js'
import { exchangeShare, openShare, type ShareSession } from '../../src/contract/shares.js'

export default class ShareOpen extends ParleyCommand {
  static override summary = 'Redeem a share for a session token, like an app that received the link.'
  static override examples = ['<%= config.bin %> <%= command.id %> SHARE_ID --json']
  static override args = { share: shareArg }
  static override flags = {
    ...serviceFlags,
    recipient: Flags.string({
      summary: 'Who redeems an expiring share; becomes part of the player id.',
      helpValue: 'NAME',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ShareOpen)
    const { client } = await this.resolveService(flags)
    const session = await redeem(client, shareIdOf(args.share), flags.recipient)
    const { terminal, result, note } = this.output(flags)
    result(session, () =>
      renderFields(terminal, [
        ['Character', `${session.character.name} (${session.characterId})`],
        ['Player', session.playerId],
        ['Token', session.sessionToken],
        ['Server', session.serverUrl],
      ]),
    )
    note('The token is valid for an hour, as api_key of a session.')
  }
}

/** A permanent share is opened, an expiring one exchanged. Only the service knows which it is, so both are tried. */
async function redeem(client: Client, shareId: string, recipient: string | undefined): Promise<ShareSession> {
  const params = { shareId }
  const exchange = () =>
    client.call(exchangeShare, { params, body: recipient === undefined ? {} : { recipientId: recipient } })
  if (recipient !== undefined) return exchange()
  try {
    return await client.call(openShare, { params })
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return exchange()
    throw error
  }
}
