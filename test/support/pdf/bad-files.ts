import { drawPdf } from './pdfkit-drawing.js'
import { paragraph } from './prose.js'
import { bomb, HELVETICA, packed, pagesPdf, type RawObject, rawPdf, textLines } from './raw-pdf.js'

/** What must come of a bad file: a document error code, or its pages when it can still be read. */
export type BadFile = { readonly make: () => Promise<Buffer> | Buffer; readonly outcome: string | number }

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const page = packed(textLines(['The lighthouse keeper counts ships.']))
const protectedBy = (options: PDFKit.PDFDocumentOptions) => () =>
  drawPdf((kit) => kit.text(paragraph(4, 90)), { pdfVersion: '1.4', ...options })

const one = (contents: string, ...more: RawObject[]) =>
  rawPdf([
    CATALOG,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${HELVETICA} >> /XObject << /X 5 0 R >> >> /Contents ${contents} >>`,
    ...more,
  ])

/** A page that holds a picture of text and no text. */
const scanned = () =>
  one(
    '4 0 R',
    packed('q 400 0 0 400 72 200 cm /X Do Q'),
    packed(
      Buffer.alloc(64 * 64, 0xaa),
      '/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8',
    ),
  )

const withXref = (xref: string, start: (offset: number) => number) => {
  const body = `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n`
  return Buffer.from(
    `${body}${xref.replaceAll('SELF', String(body.length))}startxref\n${start(body.length)}\n%%EOF\n`,
  )
}

const damaged = (pdf: Buffer) => {
  const bytes = Buffer.from(pdf)
  for (let at = 20; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0x5a
  return bytes
}

const html =
  '<!doctype html><html><title>Not found</title><body>Please sign in to see report.pdf</body></html>'

export const BAD_FILES: Readonly<Record<string, BadFile>> = {
  'zero-bytes': { outcome: 'unsupported_type', make: () => Buffer.alloc(0) },
  html: { outcome: 'unsupported_type', make: () => Buffer.from(html) },
  'zip-archive': {
    outcome: 'unsupported_type',
    make: () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2000)]),
  },
  'html-with-mark': {
    outcome: 'pdf_unreadable',
    make: () => Buffer.from(html.replace('report', '%PDF-1.7')),
  },
  polyglot: { outcome: 1, make: () => pagesPdf([page], { before: `${html}<!--\n` }) },
  corrupt: { outcome: 'pdf_unreadable', make: () => damaged(pagesPdf([page])) },
  'header-only': { outcome: 'pdf_unreadable', make: () => Buffer.from('%PDF-1.7\n') },
  truncated: { outcome: 'pdf_unreadable', make: () => pagesPdf([page, page]).subarray(0, 200) },
  'cut-end': { outcome: 2, make: () => pagesPdf([page, page]).subarray(0, -20) },
  encrypted: {
    outcome: 'pdf_unreadable',
    make: protectedBy({ userPassword: 'secret', ownerPassword: 'owner' }),
  },
  'empty-password': {
    outcome: 1,
    make: protectedBy({ userPassword: '', ownerPassword: 'owner', permissions: {} }),
  },
  'image-only': { outcome: 'no_extractable_text', make: scanned },
  'blank-page': {
    outcome: 'no_extractable_text',
    make: () => pagesPdf([packed('BT /F1 12 Tf 72 700 Td (   ) Tj ET')]),
  },
  '501-pages': { outcome: 'too_many_pages', make: () => pagesPdf(new Array(501).fill(page)) },
  'too-much-text': {
    outcome: 'too_much_text',
    make: () =>
      pagesPdf(new Array(101).fill(packed(textLines(new Array(100).fill('too much text '.repeat(15)), 4)))),
  },
  'deflate-bomb': { outcome: 'pdf_unreadable', make: () => pagesPdf([bomb(700 * 2 ** 20, { times: 2 })]) },
  'single-bomb': { outcome: 'pdf_unreadable', make: () => pagesPdf([bomb(400 * 2 ** 20)]) },
  'form-bomb': {
    outcome: 1,
    make: () =>
      one(
        '4 0 R',
        packed(`${textLines(['Plain.'])} /X Do`),
        bomb(600 * 2 ** 20, { times: 2, dict: '/Type /XObject /Subtype /Form /BBox [0 0 612 792]' }),
      ),
  },
  'xref-loop': {
    outcome: 'pdf_unreadable',
    make: () =>
      withXref('xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 2 /Root 1 0 R /Prev SELF >>\n', (at) => at),
  },
  'page-tree-loop': {
    outcome: 'pdf_unreadable',
    make: () =>
      rawPdf([
        CATALOG,
        '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R 3 0 R] >>',
        '<< /Type /Pages /Count 9 /Parent 2 0 R /Kids [2 0 R] >>',
      ]),
  },
  'reference-loop': { outcome: 'pdf_unreadable', make: () => rawPdf(['2 0 R', '3 0 R', '1 0 R']) },
  'form-loop': {
    outcome: 'no_extractable_text',
    make: () =>
      one(
        '4 0 R',
        packed('/X Do'),
        packed(
          '/X Do',
          '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 5 0 R >> >>',
        ),
      ),
  },
  'deep-nesting': {
    outcome: 'pdf_unreadable',
    make: () => rawPdf([`${'[ '.repeat(50_000)}`, '<< >>'], {}),
  },
  'deep-content': {
    outcome: 1,
    make: () => pagesPdf([packed(`${textLines(['Before the depths.'])} ${'[ '.repeat(500_000)}`)]),
  },
  'lying-length': {
    outcome: 1,
    make: () => pagesPdf([{ dict: '/Length 999999999', stream: textLines(['The length is a lie.']) }]),
  },
  'lying-count': {
    outcome: 1,
    make: () => Buffer.from(pagesPdf([page]).toString('latin1').replace('/Count 1', '/Count 9'), 'latin1'),
  },
  'no-pages': {
    outcome: 'no_extractable_text',
    make: () => rawPdf([CATALOG, '<< /Type /Pages /Count 0 /Kids [] >>']),
  },
}
