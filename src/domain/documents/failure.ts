import { BoundedError } from '../../contract/bounded-error.js'
import type { DocumentErrorCode } from '../../contract/documents.js'

/** Why a document did not become ready: what its `error` field says (docs/rest.md, Document error codes). */
export class DocumentFailure extends BoundedError {
  override readonly name = 'DocumentFailure'
  /** What the origin answered; only with `fetch_http_error`. */
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
