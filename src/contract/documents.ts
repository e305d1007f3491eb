/** Contract, Knowledge document: the life of one. */
export const DOCUMENT_STATUSES = ['queued', 'fetching', 'processing', 'ready', 'failed', 'cancelled'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

/** Contract, Document error codes. */
export const DOCUMENT_ERROR_CODES = [
  'fetch_blocked',
  'fetch_dns_failed',
  'fetch_connection_error',
  'fetch_timeout',
  'fetch_http_error',
  'fetch_too_large',
  'fetch_too_many_redirects',
  'unsupported_type',
  'pdf_unreadable',
  'too_many_pages',
  'too_much_text',
  'no_extractable_text',
  'ingest_failed',
  'cancelled',
  'executor_error',
] as const
export type DocumentErrorCode = (typeof DOCUMENT_ERROR_CODES)[number]

export const DOCUMENT_BYTES = 50 * 2 ** 20
export const DOCUMENT_PAGES = 500
export const DOCUMENT_CHARACTERS = 2_000_000

/** Bounds of a document input object (contract, Document input object). */
export const DOCUMENT_URL_CHARACTERS = 2048
export const DOCUMENT_NAME_CHARACTERS = 200
export const DOCUMENT_HEADERS = 8
/** Names and values together. */
export const DOCUMENT_HEADERS_BYTES = 4096
export const DOCUMENT_HEADER_VALUE_BYTES = 2048

/** Bounds of a download (contract, Limits: Fetch time). */
export const FETCH_CONNECT_SECONDS = 10
export const FETCH_TOTAL_SECONDS = 120
export const FETCH_REDIRECTS = 3
