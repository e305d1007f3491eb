import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drawPdf } from '../support/pdf/pdfkit-drawing.js'
import { paragraph } from '../support/pdf/prose.js'

/** Sentences of a paragraph, and paragraphs that fill a page. */
const SENTENCES = 6
const PARAGRAPHS = 5

export type Library = {
  readonly pdfs: readonly Buffer[]
  readonly urls: readonly string[]
  /** HOST:PORT */
  readonly host: string
  /** How often each URL was asked for since this was last called. */
  downloads(): number[]
  close(): void
}

/** A web server on 127.0.0.1 with so many different PDFs. */
export async function openLibrary({ files, pages }: Record<'files' | 'pages', number>): Promise<Library> {
  const pdfs: Buffer[] = []
  for (let file = 0; file < files; file += 1) pdfs.push(await pdfOf(file, pages))
  let asked = pdfs.map(() => 0)
  const server = createServer(({ url = '' }, response) => {
    const file = Number.parseInt(url.slice(1), 10)
    asked = asked.map((count, at) => (at === file ? count + 1 : count))
    response.end(pdfs[file])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    pdfs,
    host,
    urls: pdfs.map((_, file) => `http://${host}/${file}.pdf`),
    downloads() {
      const counts = asked
      asked = pdfs.map(() => 0)
      return counts
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Pages full of prose that no other file has, as a word processor would write them. */
const pdfOf = (file: number, pages: number): Promise<Buffer> =>
  drawPdf((kit) => {
    for (let page = 0; page < pages; page += 1) {
      if (page > 0) kit.addPage()
      for (let n = 0; n < PARAGRAPHS; n += 1) {
        kit.text(paragraph(SENTENCES, (file * pages + page) * PARAGRAPHS + n), { width: 450 }).moveDown()
      }
    }
  })
