import { BoundedError } from '../../contract/bounded-error.js'

/** The server cannot start: one clear sentence saying what, and a hint of what to do. Nothing was changed on disk. */
export class StartError extends BoundedError {
  override readonly name = 'StartError'

  constructor(
    message: string,
    /** Empty when the message says it already. */
    readonly hint: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
