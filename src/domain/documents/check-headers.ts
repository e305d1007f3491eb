import {
  DOCUMENT_HEADER_VALUE_BYTES,
  DOCUMENT_HEADERS,
  DOCUMENT_HEADERS_BYTES,
} from '../../contract/documents.js'

/** The codes of a 422 for a document's headers (docs/rest.md, Errors). */
export type HeadersProblem =
  | 'headers_forbidden'
  | 'headers_too_many'
  | 'headers_too_large'
  | 'headers_invalid'

const NAME = /^[!#$%&'*+\-.^_`|~\w]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers of the connection, and those by which proxies identify clients. */
const FORBIDDEN =
  /^(host|content-length|connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|expect|via|forwarded|x-real-ip|proxy-.*|x-forwarded(-.*)?)$/i

/** The first problem of a document input's headers: too many, invalid, forbidden, too large. */
export function headersProblem(headers: Readonly<Record<string, string>>): HeadersProblem | undefined {
  const lines = Object.entries(headers)
  if (lines.length > DOCUMENT_HEADERS) return 'headers_too_many'
  if (!lines.every(([name, value]) => NAME.test(name) && VALUE.test(value))) return 'headers_invalid'
  // Open in the contract: we refuse one name in two letter cases, because the values may differ.
  if (new Set(lines.map(([name]) => name.toLowerCase())).size < lines.length) return 'headers_invalid'
  if (lines.some(([name]) => FORBIDDEN.test(name))) return 'headers_forbidden'
  return isTooLarge(lines) ? 'headers_too_large' : undefined
}

/** Counts characters: in a valid header each one is one byte. */
const isTooLarge = (lines: readonly (readonly [name: string, value: string])[]): boolean =>
  lines.some(([, value]) => value.length > DOCUMENT_HEADER_VALUE_BYTES) ||
  lines.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > DOCUMENT_HEADERS_BYTES
