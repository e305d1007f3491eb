import type { Fetch } from '../network/fetch.js'
import { type Call, createCall } from './call.js'
import type { Credentials } from './credentials.js'
import { createSession, type Session } from './session/create-session.js'
import type { SessionSettings } from './session/settings.js'
import { CLIENT_VERSION } from './version.js'

export type { CallOptions } from './call.js'
export {
  AuthError,
  MessageRefusedError,
  ServiceError,
  SessionClosedError,
  sessionClosed,
  UnreachableError,
  UnusableIdError,
} from './errors.js'
export type { FileInput, OperationInput, OperationResult } from './operation-types.js'
export type { Session, TextOptions } from './session/create-session.js'
export {
  type ClientAction,
  CONNECTION_STATES,
  type ConnectionState,
  type SessionEvents,
} from './session/events.js'
export type { Reply, ReplyPart, ReplyStream } from './session/reply.js'
export { SESSION_DEFAULTS, type SessionSettings } from './session/settings.js'

/** Default timeout of one call (docs/wire-protocol.md, Constants of clients). */
const TIMEOUT_MS = 10_000

export type ClientSettings = Credentials & {
  readonly baseUrl: string
  /** The version sent in `X-Service-Client`. */
  readonly version?: string
  readonly timeoutMs?: number
  /** Sends the requests. Default: in Node.js an own implementation that malformed responses cannot crash, else the global one. */
  readonly fetch?: Fetch
}

export type Client = {
  readonly baseUrl: string
  /** Performs a REST operation of `parley/contract`. */
  readonly call: Call
  /** Creates a session without connecting it, so that listeners can be added first. */
  session(settings: SessionSettings): Session
  /** Creates and connects a session. Rejects with `AuthError` when the credentials or the character are refused. */
  connect(settings: SessionSettings): Promise<Session>
}

/** A client of the service, the local or the hosted one. */
export function createClient(settings: ClientSettings): Client {
  const { baseUrl, version = CLIENT_VERSION, timeoutMs = TIMEOUT_MS } = settings
  const fetch: Fetch = settings.fetch ?? ((...request) => globalThis.fetch(...request))
  requireHttp(baseUrl)
  const session = (sessionSettings: SessionSettings) =>
    createSession({ baseUrl, credentials: settings }, sessionSettings)
  return {
    baseUrl,
    call: createCall({ ...settings, version, timeoutMs, fetch }),
    session,
    async connect(sessionSettings) {
      const opened = session(sessionSettings)
      await opened.connect()
      return opened
    },
  }
}

function requireHttp(baseUrl: string): void {
  if (!/^https?:\/\/[^/]/.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`"${baseUrl}" is not an http or https address`)
  }
}
