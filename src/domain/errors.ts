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

/** An expected failure. HTTP, sockets and the command line each map `kind` to their own form. */
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
   * Which provider failed, at which address, with which message: for the operator, never for clients. It is a getter
   * because loggers copy the fields of an error, and providers repeat what a player said.
   */
  get operatorDetail(): string | undefined {
    return this.#operatorDetail
  }
}

/** Error codes of the operating system for a full disk or an exhausted disk quota. */
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT']

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_FULL_CODES.includes(String(error.code))

export const diskFull = (cause: unknown) =>
  new DomainError('insufficient_storage', 'The disk of the server is full: nothing was stored', { cause })

/** Turns a full disk into an expected failure; returns every other error unchanged. */
export const explainDiskFull = (error: unknown): unknown => (isDiskFull(error) ? diskFull(error) : error)

export const notFound = (what: string) => new DomainError('not_found', `${what} not found`)
