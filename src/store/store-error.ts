import { BoundedError } from '../contract/bounded-error.js'

/** Why a data folder cannot be served: one sentence for the person who started the server. */
export class StoreError extends BoundedError {
  override readonly name = 'StoreError'
  /** What to do about it; empty when the sentence says it already. */
  readonly hint: string

  constructor(message: string, { hint = '', ...options }: ErrorOptions & { readonly hint?: string } = {}) {
    super(message, options)
    this.hint = hint
  }
}
