import { BoundedError } from '../contract/bounded-error.js'

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
  | 'insufficient_storage'

type DomainErrorOptions = ErrorOptions & {
  readonly retryAfterSeconds?: number
  readonly operatorDetail?: string | undefined
}

/** An expected failure, named in the domain's words; each edge decides how it looks. */
export class DomainError extends BoundedError {
  override readonly name = 'DomainError'
  readonly detail: string | object
  readonly retryAfterSeconds: number | undefined
  readonly #operatorDetail: string | undefined

  constructor(
    readonly kind: ErrorKind,
    detail: string | object,
    options: DomainErrorOptions = {},
  ) {
    super(typeof detail === 'string' ? detail : kind, options)
    this.detail = typeof detail === 'string' ? this.message : detail
    this.retryAfterSeconds = options.retryAfterSeconds
    this.#operatorDetail = options.operatorDetail
  }

  /**
   * Which provider failed, at which address, in which words: for whoever runs the server, never for guests. Not a field,
   * because loggers copy the fields of an error, and providers repeat what a player said.
   */
  get operatorDetail(): string | undefined {
    return this.#operatorDetail
  }
}

/** What the system says when there is no room for what should be written. */
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT']

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_FULL_CODES.includes(String(error.code))

export const diskFull = (cause: unknown) =>
  new DomainError('insufficient_storage', 'The disk of the server is full: nothing was stored', { cause })

/** A full disk is an expected failure; anything else stays what it is. */
export const explainDiskFull = (error: unknown): unknown => (isDiskFull(error) ? diskFull(error) : error)

export const notFound = (what: string) => new DomainError('not_found', `${what} not found`)
