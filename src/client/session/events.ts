import type { ServerEventName, ServerEvents } from '../../contract/events.js'
import type { SessionEndReason } from '../errors.js'

export const CONNECTION_STATES = ['disconnected', 'connecting', 'connected', 'reconnecting', 'error'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

export type SessionInfo = ServerEvents['session_info']
export type ClientAction = ServerEvents['client_action']

/** `memoryUpdated` (docs/wire-protocol.md, Memory and metrics). */
export type MemoryUpdated = {
  readonly memories_extracted: number
  readonly new_memories: readonly Record<string, unknown>[]
}

/** The events of a session, by the contract's client-side names; refusals have names of ours. */
export type SessionEvents = {
  sessionConnected: SessionInfo
  disconnected: { readonly reason: SessionEndReason; readonly willReconnect: boolean }
  connectionStateChanged: { readonly state: ConnectionState; readonly previous: ConnectionState }
  botResponse: ServerEvents['bot_response']
  botVoice: ServerEvents['bot_voice']
  botAnimation: ServerEvents['bot_animation']
  sttResponse: ServerEvents['stt_response']
  voiceStarted: ServerEvents['voice_started']
  voiceStopped: ServerEvents['voice_stopped']
  voiceTimeout: ServerEvents['voice_timeout']
  interrupt: ServerEvents['interrupt']
  clientAction: ClientAction
  memoryUpdated: MemoryUpdated
  /** The character asks for an image: answer with `sendCameraImage` and its `request_id`. */
  cameraCaptureRequest: ServerEvents['camera_capture']
  error: ServerEvents['error']
  authError: ServerEvents['auth_error']
  sessionRejected: ServerEvents['session_rejected']
  sessionTimeout: ServerEvents['session_timeout']
  quotaExceeded: ServerEvents['quota_exceeded']
  voiceError: ServerEvents['voice_error']
  encounterMessage: ServerEvents['encounter_message']
  encounterEnd: ServerEvents['encounter_end']
}

export const CLIENT_EVENT_NAMES = {
  session_info: 'sessionConnected',
  auth_error: 'authError',
  session_rejected: 'sessionRejected',
  session_timeout: 'sessionTimeout',
  error: 'error',
  quota_exceeded: 'quotaExceeded',
  bot_response: 'botResponse',
  bot_voice: 'botVoice',
  bot_animation: 'botAnimation',
  stt_response: 'sttResponse',
  voice_started: 'voiceStarted',
  voice_stopped: 'voiceStopped',
  voice_timeout: 'voiceTimeout',
  interrupt: 'interrupt',
  client_action: 'clientAction',
  memory_updated: 'memoryUpdated',
  camera_capture: 'cameraCaptureRequest',
  voice_error: 'voiceError',
  encounter_message: 'encounterMessage',
  encounter_end: 'encounterEnd',
} as const satisfies Partial<Record<ServerEventName | 'memory_updated', keyof SessionEvents>>
