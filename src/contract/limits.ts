/**
 * The service's limits that a local server may change with `--limits` (contract, Limits; wire-protocol, 3.1).
 * Bounds of single fields are not here: they live in the schemas and never change.
 */
export type Limits = {
  /** Messages (text, scripted lines, transcripts together) a session may send in any 60 seconds. */
  readonly messagesPerMinute: number
  /** Characters of a text or transcript; the rest is cut off. */
  readonly messageCharacters: number
  /** Seconds without any message before a session is closed. */
  readonly sessionIdleSeconds: number
  /** Seconds a joined socket may take to authenticate. */
  readonly authenticateSeconds: number
}

export const CONTRACT_LIMITS: Limits = {
  messagesPerMinute: 20,
  messageCharacters: 4000,
  sessionIdleSeconds: 1800,
  authenticateSeconds: 15,
}

/** Largest REST body of JSON, in bytes. */
export const JSON_BODY_BYTES = 2 ** 20
/** Largest Socket.IO message a client may send, in bytes: images arrive in one frame (wire-protocol, 1). */
export const SOCKET_MESSAGE_BYTES = 20 * 2 ** 20
export const API_KEY_PREFIX = 'svc_'
export const SESSION_TOKEN_PREFIX = 'sst_'
