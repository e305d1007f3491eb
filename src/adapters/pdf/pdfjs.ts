import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { DocumentFailure } from '../../domain/documents/failure.js'

type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs')
export type PdfDocument = Awaited<ReturnType<Pdfjs['getDocument']>['promise']>

/** Opens a PDF for its text only: nothing is drawn, fetched or evaluated. One that takes no password is open. */
export async function openPdf(data: Uint8Array<ArrayBuffer>): Promise<PdfDocument> {
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

/** The words of pdfjs stay in the cause: they are about its insides. */
export const unreadable = (cause: unknown) =>
  new DocumentFailure('pdf_unreadable', isPassword(cause) ? 'The PDF is encrypted' : 'The PDF is damaged', {
    cause,
  })

const isPassword = (cause: unknown) => cause instanceof Error && cause.name === 'PasswordException'

/** pdfjs wants these to exist when it loads, though only drawing uses them, and a canvas package may be missing. */
async function loadPdfjs(): Promise<Pdfjs> {
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) {
    if (!(name in globalThis)) Reflect.set(globalThis, name, class {})
  }
  const { push } = Array.prototype
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  // It would load this with the first document.
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  // Both bring a `push` that also fails as it should on an array that is frozen, and takes a tenth of all the time.
  Reflect.set(Array.prototype, 'push', push)
  return pdfjs
}
