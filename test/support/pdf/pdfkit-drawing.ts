import PDFDocument from 'pdfkit'

export type PdfKitDocument = PDFKit.PDFDocument
const FONTS = '/usr/share/fonts/truetype/dejavu/'
/** Fonts with Arabic, Hebrew, Greek, Cyrillic and ligatures; the package fonts-dejavu has them. */
export const SANS = `${FONTS}DejaVuSans.ttf`
export const SERIF = `${FONTS}DejaVuSerif.ttf`

/** A PDF drawn by `draw`, the same bytes at every run. */
export async function drawPdf(
  draw: (kit: PdfKitDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const kit = new PDFDocument({ ...options, info: { CreationDate: new Date('2030-01-02T03:04:05Z') } })
  const parts: Buffer[] = []
  kit.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => kit.on('end', resolve))
  kit.font('Times-Roman').fontSize(11)
  draw(kit)
  kit.end()
  await ended
  return Buffer.concat(parts)
}

/** A line of text where it is told to stand, never wrapped. */
export const at = (kit: PdfKitDocument, text: string, [x, y]: readonly [x: number, y: number]) =>
  kit.text(text, x, y, { lineBreak: false })

/** Rows of cells, each as high as its highest cell. */
export function table(
  kit: PdfKitDocument,
  rows: readonly (readonly string[])[],
  { x = 72, y = 120, widths }: Table,
): number {
  let top = y
  for (const row of rows) {
    const heights = row.map((cell, n) => kit.heightOfString(cell, { width: (widths[n] ?? 100) - 10 }))
    let left = x
    for (const [n, cell] of row.entries()) {
      kit.text(cell, left, top, { width: (widths[n] ?? 100) - 10 })
      left += widths[n] ?? 100
    }
    top += Math.max(...heights) + 8
  }
  return top
}
type Table = { readonly x?: number; readonly y?: number; readonly widths: readonly number[] }

/** Words set from the right edge leftwards, line by line: shaping is the font's, order is ours. */
export function rightToLeft(
  kit: PdfKitDocument,
  text: string,
  { right = 540, left = 72, y = 90 } = {},
): number {
  const space = kit.widthOfString(' ')
  let [x, line] = [right, y]
  for (const run of runs(text)) {
    const width = kit.widthOfString(run)
    if (x - width < left) [x, line] = [right, line + 24]
    x -= width
    at(kit, run, [x, line])
    x -= space
  }
  return line + 24
}

/** Single words, and words of Latin letters together: those keep their own direction. */
const runs = (text: string) => text.match(/[A-Za-z0-9][\w.,]*( [A-Za-z][\w.,]*)*|\S+/g) ?? []
