import { networkInterfaces } from 'node:os'
import { wrapText } from '../output/table.js'
import { acceptsConnections, phoneUrl } from './phone-url.js'
import { renderQrCode } from './qr-code.js'

/** What stands under a share's link at a terminal: its QR code, with an address that a phone can open; or why not. */
export async function qrCodeNote(link: string, width: number): Promise<string> {
  if (!URL.canParse(link)) return wrapText(`No QR code: ${link} is no address.`, width).join('\n')
  const address = await phoneUrl(link, {
    interfaces: networkInterfaces(),
    acceptsConnections: acceptsConnections,
  })
  if (address === null) {
    const { hostname } = new URL(link)
    const reason = `No QR code: only this machine can open ${hostname}. Start the server with --host 0.0.0.0.`
    return wrapText(reason, width).join('\n')
  }
  const code = await renderQrCode(address)
  return address === link ? code : `${code}\nFor a phone in this network: ${address}`
}
