import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { findPhoneLink, qrCodeNote, reachNotes } from '../../src/cli/share/qr-code.js'
import { shareArg, shareIdOf } from '../../src/cli/share/share-view.js'

export default class SharePage extends ParleyCommand {
  static override summary = 'Open the page behind a share in the browser, or print its address.'
  static override description =
    'At a terminal it also prints a QR code, or the reason why a phone cannot open the address.'
  static override examples = ['<%= config.bin %> <%= command.id %> SHARE_ID --no-input']
  static override args = { share: shareArg }
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SharePage)
    const { target } = await this.resolveService(flags)
    const isLink = args.share !== shareIdOf(args.share)
    const address = isLink ? args.share : `${target.baseUrl}/s/${encodeURIComponent(args.share)}`
    const { terminal, result, note } = this.output(flags)
    const phoneLink = await findPhoneLink(address)
    const audience = { link: address, phoneLink }
    result({ url: address, phoneUrl: phoneLink }, () => phoneLink ?? address)
    if (!terminal.isInteractive) {
      for (const text of reachNotes(audience)) note(text)
      return
    }
    note(await qrCodeNote(audience, terminal.width))
    const { default: open } = await import('open')
    // By its address on this machine, where the browser gives a microphone.
    await open(address)
    note('Opened in the browser.')
  }
}
