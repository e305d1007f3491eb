import { deflateSync } from 'node:zlib'

/** An object of a PDF, numbered by its place from 1: its dictionary or value, and the bytes of its stream. */
export type RawObject = string | { readonly dict: string; readonly stream: Uint8Array | string }

export type RawOptions = {
  /** More entries of the trailer. */
  readonly trailer?: string
  /** What stands before the PDF's own header. */
  readonly before?: string
}

/** A PDF written object by object; the first object is the catalog. Says what it is told to, right or wrong. */
export function rawPdf(
  objects: readonly RawObject[],
  { trailer = '', before = '' }: RawOptions = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(`${before}%PDF-1.7\n%\u00e2\u00e3\n`, 'latin1')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    add(Buffer.from(`${index + 1} 0 obj\n`))
    add(body(object))
    add(Buffer.from('\nendobj\n'))
  }
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`))
  add(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n`))
  add(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

function body(object: RawObject): Buffer {
  if (typeof object === 'string') return Buffer.from(object, 'latin1')
  const stream = typeof object.stream === 'string' ? Buffer.from(object.stream, 'latin1') : object.stream
  const length = object.dict.includes('/Length') ? '' : ` /Length ${stream.length}`
  return Buffer.concat([
    Buffer.from(`<< ${object.dict}${length} >>\nstream\n`, 'latin1'),
    stream,
    Buffer.from('\nendstream', 'latin1'),
  ])
}

/** A stream that is packed as most are. */
export const packed = (content: string | Uint8Array, dict = ''): RawObject => ({
  dict: `${dict} /Filter /FlateDecode`,
  stream: deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content, { level: 9 }),
})

export const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

/** A PDF whose pages have these content streams; all use one font, /F1, and may share one stream. */
export function pagesPdf(
  contents: readonly RawObject[],
  { font = HELVETICA, meaning, ...options }: PagesOptions = {},
): Buffer {
  const distinct = [...new Set(contents)]
  const page = (content: RawObject) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${4 + distinct.indexOf(content)} 0 R >>`
  const first = 4 + distinct.length
  const kids = contents.map((_, index) => `${first + index} 0 R`).join(' ')
  return rawPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${contents.length} /Kids [${kids}] >>`,
      meaning === undefined ? font : font.replace(/ >>$/, ` /ToUnicode ${first + contents.length} 0 R >>`),
      ...distinct,
      ...contents.map(page),
      ...(meaning === undefined ? [] : [toUnicode(meaning)]),
    ],
    options,
  )
}
type PagesOptions = RawOptions & {
  readonly font?: string
  /** The text that a character of the font stands for, where it is another one. */
  readonly meaning?: Readonly<Record<string, string>>
}

function toUnicode(meaning: Readonly<Record<string, string>>): RawObject {
  const hex = (text: string, encoding: 'latin1' | 'utf16le') => {
    const bytes = Buffer.from(text, encoding)
    return `<${(encoding === 'utf16le' ? bytes.swap16() : bytes).toString('hex')}>`
  }
  const rows = Object.entries(meaning).map(([from, to]) => `${hex(from, 'latin1')} ${hex(to, 'utf16le')}`)
  return packed(
    [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Meaning def /CMapType 2 def',
      '1 begincodespacerange <00> <ff> endcodespacerange',
      `${rows.length} beginbfchar ${rows.join('\n')} endbfchar`,
      'endcmap end end',
    ].join('\n'),
  )
}

/** Lines of text from the top of a page downwards; `size` in points. What leaves the page is no text of it. */
export const textLines = (lines: readonly string[], size = 11): string =>
  `BT /F1 ${size} Tf ${size * 1.25} TL 72 720 Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`

const escaped = (text: string) => text.replace(/[\\()]/g, (character) => `\\${character}`)

/** Spaces that unpack to `bytes` from a thousandth of it; packed twice, from a millionth. */
export function bomb(
  bytes: number,
  { times = 1, dict = '' }: { times?: number; dict?: string } = {},
): RawObject {
  return packedTimes(Buffer.alloc(bytes, ' '), { times, dict })
}

export function packedTimes(
  content: Buffer,
  { times, dict = '' }: { times: number; dict?: string },
): RawObject {
  let stream = content
  for (let time = 0; time < times; time += 1) stream = deflateSync(stream, { level: 9 })
  return { dict: `${dict} /Filter [${'/FlateDecode '.repeat(times)}]`, stream }
}
