import { readFileSync } from 'node:fs'

const folder = new URL('../../../fixtures/documents/', import.meta.url)

/** A document of `fixtures/documents`, in a buffer of its own: `letter`, `bad/corrupt`. */
export const documentFixture = (name: string) => new Uint8Array(readFileSync(new URL(`${name}.pdf`, folder)))

/** What pdftotext reads in it. */
export const referenceText = (name: string) => readFileSync(new URL(`${name}.txt`, folder), 'utf8')
