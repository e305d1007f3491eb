import { printableLine } from '../output/printable.js'

/** The header of a PDF is in its first KiB (ISO 32000-2, implementation notes); the server applies the same limit. */
const HEADER_BYTES = 1024

/** File types by their first bytes. */
const KINDS: readonly (readonly [Uint8Array, string])[] = [
  [bytes(0x50, 0x4b, 0x03, 0x04), 'a ZIP archive, such as a Word, Excel or EPUB file'],
  [bytes(0xd0, 0xcf, 0x11, 0xe0), 'an old Word or Excel file'],
  [bytes(0x89, 0x50, 0x4e, 0x47), 'a PNG image'],
  [bytes(0xff, 0xd8, 0xff), 'a JPEG image'],
  [bytes(0x47, 0x49, 0x46, 0x38), 'a GIF image'],
  [bytes(0x52, 0x49, 0x46, 0x46), 'a RIFF file, such as WAV audio or a WebP image'],
  [bytes(0x1f, 0x8b), 'a gzip archive'],
  [new TextEncoder().encode('%!PS'), 'a PostScript file'],
  [new TextEncoder().encode('{\\rtf'), 'an RTF text'],
]

function bytes(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values)
}

/** The type of a file that is not a PDF, such as `an HTML page`; undefined for a PDF. */
export async function nonPdfKind(content: Blob): Promise<string | undefined> {
  const start = new Uint8Array(await content.slice(0, HEADER_BYTES).arrayBuffer())
  const text = new TextDecoder('latin1').decode(start)
  return text.includes('%PDF-') ? undefined : kindOf(start, text)
}

/** A sentence that names the actual type of a file that is not a PDF; undefined for a PDF. */
export async function pdfProblem({ name, content }: NamedContent): Promise<string | undefined> {
  const kind = await nonPdfKind(content)
  return kind === undefined ? undefined : `${printableLine(name)} is not a PDF: it is ${kind}`
}

type NamedContent = { readonly name: string; readonly content: Blob }

function kindOf(start: Uint8Array, text: string): string {
  if (start.length === 0) return 'empty'
  const known = KINDS.find(([magic]) => magic.every((byte, at) => start[at] === byte))
  if (known !== undefined) return known[1]
  if (/^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(text)) return 'an HTML page'
  return isText(start) ? 'a text file' : 'a file of another type'
}

const FIRST_PRINTABLE = 0x20
const WHITE_SPACE = new Set([0x09, 0x0a, 0x0c, 0x0d])

const isText = (start: Uint8Array): boolean =>
  start.every((byte) => byte >= FIRST_PRINTABLE || WHITE_SPACE.has(byte))
