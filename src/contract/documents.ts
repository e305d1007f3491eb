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
