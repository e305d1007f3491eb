import { BoundedError } from '../contract/bounded-error.js'
import { ERRORS, type ErrorKind, type ErrorName } from '../contract/errors.js'

export type DomainErrorOptions = ErrorOptions & {
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

type ParameterOf<Name extends ErrorName> = (typeof ERRORS)[Name]['words'] extends (
  parameter: infer Parameter,
) => unknown
  ? Parameter
  : never

type ErrorArguments<Name extends ErrorName> = (typeof ERRORS)[Name]['words'] extends (
  ...parameters: never
) => unknown
  ? [parameter: ParameterOf<Name>, options?: DomainErrorOptions]
  : [options?: DomainErrorOptions]

/** An error of the contract's catalogue, with what its words name, if they name something. */
export function domainError<Name extends ErrorName>(name: Name, ...rest: ErrorArguments<Name>): DomainError {
  const { kind, words } = ERRORS[name]
  if (typeof words !== 'function') return new DomainError(kind, words, rest[0] as DomainErrorOptions)
  // The type of the arguments has tied the parameter to the name; the union of all words no longer knows it.
  const detail = (words as (parameter: unknown) => string | object)(rest[0])
  return new DomainError(kind, detail, rest[1])
}

/** What a client is told of a failed provider: who holds a key also hears which provider failed, and how. */
export const messageFor = (
  { message, operatorDetail }: DomainError,
  { isGuest }: { readonly isGuest: boolean },
): string => (isGuest || operatorDetail === undefined ? message : `${message}: ${operatorDetail}`)

/** Whether whoever asked the provider has logged it: only there is known which one failed. */
export const isLoggedFailure = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === 'upstream' && error.operatorDetail !== undefined

/** The same failure in other words. */
export const rewordError = (error: DomainError, detail: string): DomainError => copyOf(error, { detail })

/** The same failure with what the operator is told of it. */
export const withOperatorDetail = (error: DomainError, operatorDetail: string): DomainError =>
  copyOf(error, { operatorDetail })

const copyOf = (
  error: DomainError,
  {
    detail = error.detail,
    operatorDetail = error.operatorDetail,
  }: Partial<Pick<DomainError, 'detail' | 'operatorDetail'>>,
): DomainError =>
  new DomainError(error.kind, detail, {
    cause: error.cause,
    operatorDetail,
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
  })

/** Error codes of the operating system for a full disk or an exhausted disk quota. */
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT']

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_FULL_CODES.includes(String(error.code))

export const diskFull = (cause: unknown) => domainError('diskFull', { cause })

/** Turns a full disk into an expected failure; returns every other error unchanged. */
export const explainDiskFull = (error: unknown): unknown => (isDiskFull(error) ? diskFull(error) : error)

export const notFound = (what: ParameterOf<'notFound'>) => domainError('notFound', what)
