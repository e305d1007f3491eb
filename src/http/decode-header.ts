/** Node reads header bytes as Latin-1, yet clients write what their users have named in UTF-8. */
export function decodeHeader(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? header : text
}
