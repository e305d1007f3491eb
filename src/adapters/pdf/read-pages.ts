import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { DocumentFailure } from '../../domain/documents/failure.js'
import { pageText } from './layout/page-text.js'
import { type TextPortion, type TextRun, toTextRuns } from './text-runs.js'
import type { PdfReadTask } from './worker-messages.js'

/** The text of each page in reading order. Throws as soon as a limit is exceeded. */
export async function readPages({ bytes, pages, characters }: PdfReadTask): Promise<string[]> {
  const document = await openPdf(bytes)
  if (document.numPages > pages) {
    throw new DocumentFailure('too_many_pages', `The PDF has more than ${pages} pages`)
  }
  const texts: string[] = []
  let left = characters
  for (let number = 1; number <= document.numPages; number += 1) {
    const text = pageText(await readTextRuns({ document, number, left }))
    left -= text.length
    if (left < 0) throw tooMuchText()
    texts.push(text)
  }
  if (left === characters) throw new DocumentFailure('no_extractable_text', 'The PDF has no text layer')
  return texts
}

const tooMuchText = () => new DocumentFailure('too_much_text', 'The PDF has too much text')

type PageRequest = { readonly document: PdfDocument; readonly number: number; readonly left: number }

/** Reads the text in portions, so that a page with too much text fails early. */
async function readTextRuns({ document, number, left }: PageRequest): Promise<TextRun[]> {
  const pieces: TextRun[] = []
  let characters = 0
  for await (const portion of textPortions({ document, number })) {
    pieces.push(...toTextRuns(portion, pieces.length))
    for (const { str } of portion.items) characters += str.trim().length
    if (characters > left) throw tooMuchText()
  }
  return pieces
}

async function* textPortions({
  document,
  number,
}: Pick<PageRequest, 'document' | 'number'>): AsyncGenerator<TextPortion> {
  try {
    const page = await document.getPage(number)
    const reader = page
      .streamTextContent({ includeMarkedContent: false, disableNormalization: true })
      .getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read())
      yield next.value as TextPortion
    page.cleanup()
  } catch (cause) {
    throw unreadable(cause)
  }
}

type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs')
type PdfDocument = Awaited<ReturnType<Pdfjs['getDocument']>['promise']>

/** Opens a PDF for its text only: nothing is rendered, fetched or evaluated. Encrypted files are rejected. */
async function openPdf(data: Uint8Array<ArrayBuffer>): Promise<PdfDocument> {
  const { getDocument, VerbosityLevel } = await loadPdfjs()
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const opening = getDocument({
    data,
    cMapUrl: join(folder, 'cmaps') + sep,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
  })
  return opening.promise.catch((cause: unknown) => {
    throw unreadable(cause)
  })
}

/** The message of pdfjs is only the cause, because it describes internals. */
const unreadable = (cause: unknown) =>
  new DocumentFailure('pdf_unreadable', isPassword(cause) ? 'The PDF is encrypted' : 'The PDF is damaged', {
    cause,
  })

const isPassword = (cause: unknown) => cause instanceof Error && cause.name === 'PasswordException'

/** pdfjs requires these globals on load, although only rendering uses them. */
async function loadPdfjs(): Promise<Pdfjs> {
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) {
    if (!(name in globalThis)) Reflect.set(globalThis, name, class {})
  }
  const { push } = Array.prototype
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  // Otherwise loaded with the first document.
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  // Both replace `push` with a polyfill that takes a tenth of the total time.
  Reflect.set(Array.prototype, 'push', push)
  return pdfjs
}
