import { BoundedError, truncateMiddle } from '../contract/bounded-error.js'

type ServiceErrorParts = {
  readonly status: number
  readonly code: string
  readonly detail: unknown
  readonly retryAfterSeconds: number | null
}

/** The service answered with an error status. */
export class ServiceError extends BoundedError {
  override readonly name = 'ServiceError'
  readonly status: number
  /** A stable error code: the one in the body, else one per HTTP status. */
  readonly code: string
  /** The body's `detail`: a sentence, an object, or the validation array. */
  readonly detail: unknown
  readonly retryAfterSeconds: number | null

  constructor({ status, code, detail, retryAfterSeconds }: ServiceErrorParts) {
    super(typeof detail === 'string' ? detail : `${status} ${code}`)
    this.status = status
    this.code = code
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** An id that cannot stand in a path: an empty one or `..` would address another resource, such as the collection. */
export class UnusableIdError extends BoundedError {
  override readonly name = 'UnusableIdError'

  constructor(id: string) {
    super(`"${truncateMiddle(id, 200)}" cannot be an id`)
  }
}

export type UnreachableReason = 'network' | 'timeout'

/** No answer: nothing listens at the address, the connection broke, or the timeout passed. */
export class UnreachableError extends BoundedError {
  override readonly name = 'UnreachableError'

  constructor(
    readonly baseUrl: string,
    readonly reason: UnreachableReason,
    options?: ErrorOptions,
  ) {
    super(
      reason === 'timeout' ? `${baseUrl} did not answer in time` : `No server answers at ${baseUrl}`,
      options,
    )
  }
}

/** The server refused the credentials, the character or the handshake. A retry with the same settings fails again. */
export class AuthError extends BoundedError {
  override readonly name = 'AuthError'
}

export type SessionEndReason = 'rejected' | 'timeout' | 'server' | 'lost' | 'client'

/** The session ended, or its connection broke while a request was pending. */
export class SessionClosedError extends BoundedError {
  override readonly name = 'SessionClosedError'

  constructor(
    readonly reason: SessionEndReason,
    message: string,
  ) {
    super(message)
  }
}

/** Creates the error for a session that ended for this reason. */
export const sessionClosed = (reason: SessionEndReason): SessionClosedError =>
  new SessionClosedError(reason, SESSION_END_MESSAGES[reason])

const SESSION_END_MESSAGES: Readonly<Record<SessionEndReason, string>> = {
  rejected: 'The server rejected the session',
  timeout: 'The session was idle for too long',
  server: 'The server ended the session',
  lost: 'The connection to the server is lost',
  client: 'The session was closed by this side',
}

/** The service refused one message, for instance because of the rate limit; the session stays open. */
export class MessageRefusedError extends BoundedError {
  override readonly name = 'MessageRefusedError'

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}
