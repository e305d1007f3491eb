import { DocumentFailure } from '../../domain/documents/failure.js'
import { pageText } from './layout/page-text.js'
import { openPdf, type PdfDocument, unreadable } from './pdfjs.js'
import { type TextPortion, type TextRun, toTextRuns } from './text-runs.js'
import type { PdfReadTask } from './worker-messages.js'

/** The text of each page, in reading order. Stops as soon as a limit is passed. */
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

/** pdfjs gives a page's text in portions, so that a page of too much text ends early too. */
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
