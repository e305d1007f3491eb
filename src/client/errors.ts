import { BoundedError, truncateMiddle } from '../contract/bounded-error.js'

type ServiceErrorParts = {
  readonly status: number
  readonly code: string
  readonly detail: unknown
  readonly retryAfterSeconds: number | null
}

/** The service answered, but not with success. */
export class ServiceError extends BoundedError {
  override readonly name = 'ServiceError'
  readonly status: number
  /** A stable word for programs: the contract's own where the body has one, else one per status. */
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

/** An id that would silently name another resource, for instance the collection above. */
export class UnusableIdError extends BoundedError {
  override readonly name = 'UnusableIdError'

  constructor(id: string) {
    super(`"${truncateMiddle(id, 200)}" cannot be an id`)
  }
}

export type UnreachableReason = 'network' | 'timeout'

/** No answer came: nobody listens there, the connection broke, or the time ran out. */
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

/** The socket refused the credentials, the character or the handshake. Trying again with the same is pointless. */
export class AuthError extends BoundedError {
  override readonly name = 'AuthError'
}

export type SessionEndReason = 'rejected' | 'timeout' | 'server' | 'lost' | 'client'

/** The session is over, or its connection broke while something was waiting for an answer. */
export class SessionClosedError extends BoundedError {
  override readonly name = 'SessionClosedError'

  constructor(
    readonly reason: SessionEndReason,
    message: string,
  ) {
    super(message)
  }
}

/** The error of a session that ended for this reason. */
export const sessionClosed = (reason: SessionEndReason): SessionClosedError =>
  new SessionClosedError(reason, SESSION_END_MESSAGES[reason])

const SESSION_END_MESSAGES: Readonly<Record<SessionEndReason, string>> = {
  rejected: 'The server rejected the session',
  timeout: 'The session was idle for too long',
  server: 'The server ended the session',
  lost: 'The connection to the server is lost',
  client: 'The session was closed by this side',
}

/** The service refused one message of a session that goes on, for instance because there were too many. */
export class MessageRefusedError extends BoundedError {
  override readonly name = 'MessageRefusedError'

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}
