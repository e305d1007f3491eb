/** docs/wire-protocol.md, Constants of clients. */
export const SESSION_DEFAULTS = {
  recordingSampleRate: 16_000,
  playbackSampleRate: 24_000,
  audioChunkMs: 100,
  autoReconnect: true,
  maxReconnectAttempts: 5,
  reconnectDelayMs: 2_000,
  debug: false,
  /** Until the server has answered the handshake (docs/wire-protocol.md, Constants of clients). */
  connectTimeoutMs: 10_000,
} as const

export type DebugLog = (message: string, fields?: object) => void

export type SessionSettings = {
  readonly characterId: string
  readonly playerId: string
  readonly recordingSampleRate?: number
  readonly playbackSampleRate?: number
  readonly audioChunkMs?: number
  readonly autoReconnect?: boolean
  readonly maxReconnectAttempts?: number
  /** Before the first attempt to reconnect; doubled at each further one, up to five times itself. */
  readonly reconnectDelayMs?: number
  readonly connectTimeoutMs?: number
  /** Where event names and states are told as they happen; never what was said. */
  readonly debug?: false | DebugLog
  /** Memories are extracted after every reply. */
  readonly realtimeMemory?: boolean
  readonly capabilities?: {
    readonly camera?: boolean
    readonly microphone?: boolean
    /** True: replies come with sound (`botVoice`). Default: whether anything listens for it as the session connects. */
    readonly speaker?: boolean
  }
}
