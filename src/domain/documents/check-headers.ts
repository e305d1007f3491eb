import {
  DOCUMENT_HEADER_VALUE_BYTES,
  DOCUMENT_HEADERS,
  DOCUMENT_HEADERS_BYTES,
} from '../../contract/documents.js'

/** What a 422 says of a document's headers (docs/rest.md, Errors). */
export type HeadersProblem =
  | 'headers_forbidden'
  | 'headers_too_many'
  | 'headers_too_large'
  | 'headers_invalid'

const NAME = /^[!#$%&'*+\-.^_`|~\w]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers of the connection and not of the document, and those by which a proxy speaks for somebody. */
const FORBIDDEN =
  /^(host|content-length|connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|expect|via|forwarded|x-real-ip|proxy-.*|x-forwarded(-.*)?)$/i

/** What is wrong with the headers of a document input: the first of too many, invalid, forbidden, too large. */
export function headersProblem(headers: Readonly<Record<string, string>>): HeadersProblem | undefined {
  const lines = Object.entries(headers)
  if (lines.length > DOCUMENT_HEADERS) return 'headers_too_many'
  if (!lines.every(([name, value]) => NAME.test(name) && VALUE.test(value))) return 'headers_invalid'
  // Open in the contract: the same name in two spellings says two things.
  if (new Set(lines.map(([name]) => name.toLowerCase())).size < lines.length) return 'headers_invalid'
  if (lines.some(([name]) => FORBIDDEN.test(name))) return 'headers_forbidden'
  return isTooLarge(lines) ? 'headers_too_large' : undefined
}

/** One character of a valid header is one byte on the wire. */
const isTooLarge = (lines: readonly (readonly [name: string, value: string])[]): boolean =>
  lines.some(([, value]) => value.length > DOCUMENT_HEADER_VALUE_BYTES) ||
  lines.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > DOCUMENT_HEADERS_BYTES
