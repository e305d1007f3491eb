/**
 * The service's limits that a local server may change with `--limits` (docs/rest.md, Limits).
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
  /** Characters that an account may have made by batches in a day (UTC), retries included. */
  readonly batchCharactersPerDay: number
  /** Batch submits, retries and single document additions of an account in any 60 minutes. */
  readonly batchSubmitsPerHour: number
  /** Batches of an account or organization that may run at once. */
  readonly runningBatches: number
  /** Models and characters from images, together, of an account in any 60 minutes. */
  readonly generationsPerHour: number
  /** Memories that an account may create or change by hand in a day (UTC). */
  readonly manualMemoryWritesPerDay: number
  /** How often one share may be opened in any 60 seconds, 60 minutes, 24 hours. */
  readonly shareOpensPerMinute: number
  readonly shareOpensPerHour: number
  readonly shareOpensPerDay: number
  /** Active permanent shares of an account. */
  readonly permanentShares: number
  /** Live sessions of one share at once (docs/wire-protocol.md, Success and refusal). */
  readonly sessionsPerShare: number
  /** Encounters of an account that may run at once; the contract names no limit. */
  readonly runningEncounters: number
}

export const CONTRACT_LIMITS: Limits = {
  messagesPerMinute: 20,
  messageCharacters: 4000,
  sessionIdleSeconds: 1800,
  authenticateSeconds: 15,
  batchCharactersPerDay: 500,
  batchSubmitsPerHour: 20,
  runningBatches: 1,
  generationsPerHour: 50,
  manualMemoryWritesPerDay: 1000,
  shareOpensPerMinute: 10,
  shareOpensPerHour: 100,
  shareOpensPerDay: 500,
  permanentShares: 200,
  sessionsPerShare: 5,
  runningEncounters: 20,
}

/** The limits on how often and how many, which may be turned off: they are Infinity then. */
export const RATE_LIMITS = [
  'messagesPerMinute',
  'batchCharactersPerDay',
  'batchSubmitsPerHour',
  'runningBatches',
  'generationsPerHour',
  'manualMemoryWritesPerDay',
  'shareOpensPerMinute',
  'shareOpensPerHour',
  'shareOpensPerDay',
  'permanentShares',
  'sessionsPerShare',
  'runningEncounters',
] as const satisfies readonly (keyof Limits)[]

/** Characters of an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_MAX = 255
/** Largest REST body of JSON, in bytes. */
export const JSON_BODY_BYTES = 2 ** 20
/** Largest REST body of an operation that asks for no credential, in bytes. */
export const PUBLIC_BODY_BYTES = 2 ** 14
/** How deep the JSON of a REST body may be nested, and how many values it may hold. */
export const JSON_BOUNDS = { depth: 64, values: 1_000_000 } as const
/** Largest avatar, in bytes, as it is uploaded (docs/rest.md, Limits). */
export const AVATAR_BYTES = 10 * 2 ** 20
/** Largest model file, in bytes (docs/rest.md, Limits). */
export const MODEL_FILE_BYTES = 150 * 2 ** 20
/** Largest picture that a player may show, in bytes, decoded from base64: as an avatar's. */
export const CHAT_IMAGE_BYTES = 10 * 2 ** 20
/**
 * Largest Socket.IO message a client may send, in bytes: images arrive in one frame
 * (docs/wire-protocol.md, Transport).
 */
export const SOCKET_MESSAGE_BYTES = 20 * 2 ** 20
/** Largest Socket.IO message, or polling payload, of a client that has not authenticated, in bytes. */
export const UNAUTHENTICATED_MESSAGE_BYTES = 2 ** 16
/** Messages that a client may send before it has authenticated. */
export const UNAUTHENTICATED_PACKETS = 64
/** Packets in one polling payload, before and after authentication. */
export const UNAUTHENTICATED_PAYLOAD_PACKETS = 16
export const SOCKET_PAYLOAD_PACKETS = 1024
/** How deep the JSON of a socket event may be nested, and how many values it may hold. */
export const SOCKET_EVENT_BOUNDS = { depth: 32, values: 50_000 } as const
/** Connections of one address that have not authenticated. */
export const UNAUTHENTICATED_CONNECTIONS_PER_ADDRESS = 256
/** Connections of one address that have not sent a request, of all addresses together, and how long a head may take. */
export const SILENT_CONNECTIONS_PER_ADDRESS = 256
export const CONNECTIONS_MAX = 20_000
export const REQUEST_HEAD_SECONDS = 20
/** Outgoing data that the server holds for a client that does not read, in bytes, after and before authentication. */
export const OUTBOUND_BUFFER_BYTES = 15 * 2 ** 20
export const UNAUTHENTICATED_OUTBOUND_BUFFER_BYTES = 2 ** 20
/** Encounters that a session may follow at once, and subscriptions that it may ask for in any 60 seconds. */
export const ENCOUNTER_SUBSCRIPTIONS = 20
export const ENCOUNTER_SUBSCRIPTIONS_PER_MINUTE = 60
export const API_KEY_PREFIX = 'svc_'
export const SESSION_TOKEN_PREFIX = 'sst_'
