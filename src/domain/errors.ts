export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'too_large'
  | 'conflict'
  | 'unprocessable'
  | 'quota'
  | 'upstream'
  | 'unavailable'

type DomainErrorOptions = ErrorOptions & { readonly retryAfterSeconds?: number }

/** An expected failure, named in the domain's words; each edge decides how it looks. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly retryAfterSeconds: number | undefined

  constructor(
    readonly kind: ErrorKind,
    readonly detail: string | object,
    options: DomainErrorOptions = {},
  ) {
    super(typeof detail === 'string' ? detail : kind, options)
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export const notFound = (what: string) => new DomainError('not_found', `${what} not found`)
