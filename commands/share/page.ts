import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { qrCodeNote } from '../../src/cli/share/qr-code.js'
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
    result({ url: address }, () => address)
    if (!terminal.isInteractive) return
    note(await qrCodeNote(address, terminal.width))
    const { default: open } = await import('open')
    await open(address)
    note('Opened in the browser.')
  }
}
