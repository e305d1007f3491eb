import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { parseSeconds } from '../../src/cli/flags/duration.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { findPhoneLink, qrCodeNote, reachNotes } from '../../src/cli/share/qr-code.js'
import { createShare, MEMORY_SHARINGS } from '../../src/contract/shares.js'

export default class ShareCreate extends ParleyCommand {
  static override summary = 'Share a character: print a link, and a QR code if a phone can open it.'
  static override description =
    'The link carries an address that phones in the network reach, if the server listens there; otherwise a note names the flag of the server that makes it so.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira --permanent',
    '<%= config.bin %> <%= command.id %> Mira --ttl 7d --max-exchanges 10 --max-interactions 100',
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...serviceFlags,
    permanent: Flags.boolean({
      summary: 'Valid until it is revoked, for any number of people.',
      exclusive: ['ttl', 'max-exchanges'],
    }),
    ttl: Flags.custom<number>({
      helpValue: 'DURATION',
      parse: async (input) => parseSeconds(input),
    })({ summary: 'How long it is valid, such as 45s, 30m, 24h or 7d. Default: 24h.' }),
    memory: Flags.option({ options: MEMORY_SHARINGS })({
      summary: "isolated: each guest is a separate player. shared: guests use the owner's memories.",
    }),
    'max-exchanges': Flags.integer({
      summary: 'Maximum number of people who may redeem it.',
      helpValue: 'NUMBER',
    }),
    'max-interactions': Flags.integer({
      summary: 'Maximum number of chat turns of all guests together.',
      helpValue: 'NUMBER',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ShareCreate)
    const { client } = await this.resolveService(flags)
    const characterId = await findCharacterId(client, args.character)
    const created = await client.call(createShare, {
      body: {
        characterId,
        permanent: flags.permanent,
        ...omitUndefined({
          ttl: flags.ttl,
          memorySharing: flags.memory,
          maxExchanges: flags['max-exchanges'],
          maxInteractions: flags['max-interactions'],
        }),
      },
    })
    const { terminal, result, note } = this.output(flags)
    const { shareUrl, anchorUrl, expiresAt } = created
    const links = anchorUrl === undefined ? [shareUrl] : [shareUrl, anchorUrl]
    const phoneLinks = await Promise.all(links.map(findPhoneLink))
    result(created, () => links.map((link, at) => phoneLinks[at] ?? link).join('\n'))
    const audience = { link: links.at(-1) ?? shareUrl, phoneLink: phoneLinks.at(-1) ?? null }
    if (terminal.isInteractive) note(await qrCodeNote(audience, terminal.width))
    else for (const text of reachNotes(audience)) note(text)
    note(
      expiresAt === null ? 'The link is valid until it is revoked.' : `The link is valid until ${expiresAt}.`,
    )
  }
}
