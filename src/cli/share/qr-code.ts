/** A QR code (ISO/IEC 18004) of the text for a terminal: two rows of it a line, with its quiet zone around. */
export async function renderQrCode(text: string): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr')
  return renderUnicodeCompact(text, { border: 2, ecc: 'M' })
}
