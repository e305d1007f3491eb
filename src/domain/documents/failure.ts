import { BoundedError } from '../../contract/bounded-error.js'
import type { DocumentErrorCode } from '../../contract/documents.js'

/** Why a document failed; the source of its `error` field (docs/rest.md, Document error codes). */
export class DocumentFailure extends BoundedError {
  override readonly name = 'DocumentFailure'
  /** The HTTP status of the origin; only with `fetch_http_error`. */
  readonly httpStatus: number | undefined

  constructor(
    readonly code: DocumentErrorCode,
    message: string,
    options: ErrorOptions & { readonly httpStatus?: number } = {},
  ) {
    super(message, options)
    this.httpStatus = options.httpStatus
  }
}
