/** docs/wire-protocol.md, Constants of clients. */
export const SESSION_DEFAULTS = {
  recordingSampleRate: 16_000,
  playbackSampleRate: 24_000,
  audioChunkMs: 100,
  autoReconnect: true,
  maxReconnectAttempts: 5,
  reconnectDelayMs: 2_000,
  debug: false,
  /** Timeout of the handshake. */
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
  /** Delay before the first attempt to reconnect; doubles with each further attempt, up to five times its value. */
  readonly reconnectDelayMs?: number
  readonly connectTimeoutMs?: number
  /** Receives event names and states, never what was said. */
  readonly debug?: false | DebugLog
  /** Extracts memories after every reply. */
  readonly realtimeMemory?: boolean
  /**
   * True: the sound also carries its words in tones, for programs. When it is given, the server says in
   * `speech_recognition` of `session_info` whether it understands people.
   */
  readonly voiceDataLayer?: boolean
  /** Chunks of reply audio say how much of the text they speak. */
  readonly voiceCaptions?: boolean
  /** Replies with audio come with frames of the face (`botAnimation`); needs a playback rate of 16,000 Hz. */
  readonly animation?: boolean
  readonly capabilities?: {
    readonly camera?: boolean
    readonly microphone?: boolean
    /** True: replies come with audio (`botVoice`). Default: whether it has a listener when the session connects. */
    readonly speaker?: boolean
  }
}
