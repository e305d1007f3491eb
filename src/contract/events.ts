import { type Static, type TSchema, Type } from 'typebox'
import { ENCOUNTER_END_REASONS, ENCOUNTER_SIDES } from './encounters.js'
import { AUTH_ERRORS, SOCKET_ERROR_CODES } from './errors.js'
import { MemorySchema } from './memories.js'
import { Dictionary, OneOf, Timestamp } from './shared.js'
import { TurnMetricsSchema } from './turn-metrics.js'

/**
 * docs/wire-protocol.md, Authentication. Every field is optional here: what is missing is answered with `auth_error`,
 * not refused as a shape.
 */
export const AuthenticateSchema = Type.Object(
  {
    api_key: Type.Optional(Type.String()),
    token: Type.Optional(Type.String({ description: 'Identity-provider token, instead of api_key' })),
    character_id: Type.Optional(Type.String()),
    player_id: Type.Optional(Type.String()),
    audio_sample_rate: Type.Optional(Type.Number({ default: 24000 })),
    enable_animation: Type.Optional(Type.Boolean()),
    enable_body_animation: Type.Optional(Type.Boolean()),
    realtime_memory: Type.Optional(Type.Boolean()),
    capabilities: Type.Optional(
      Type.Object({
        version: Type.Optional(Type.String()),
        camera: Type.Optional(Type.Boolean({ default: true })),
        microphone: Type.Optional(Type.Boolean({ default: true })),
        speaker: Type.Optional(Type.Boolean({ default: true })),
        client_action: Type.Optional(Type.Boolean({ default: false })),
      }),
    ),
  },
  { $id: 'Authenticate' },
)
export type Authenticate = Static<typeof AuthenticateSchema>

/**
 * docs/wire-protocol.md, Client events. Before a payload is checked, a missing one becomes `{}` and fields that are
 * null or "" are dropped.
 */
export const clientEvents = {
  authenticate: AuthenticateSchema,
  text: Type.Object({
    text: Type.Optional(Type.String()),
    textOnly: Type.Optional(Type.Boolean()),
    text_only: Type.Optional(Type.Boolean()),
  }),
  say_line: Type.Object({
    text: Type.Optional(Type.String()),
    text_only: Type.Optional(Type.Boolean()),
    textOnly: Type.Optional(Type.Boolean()),
  }),
  client_interrupt: Type.Object({ message_id: Type.Optional(Type.String()) }),
  audio_playback_complete: Type.Object({ message_id: Type.Optional(Type.String()) }),
  update_preferences: Type.Object({ enableVisionAcknowledgment: Type.Optional(Type.Boolean()) }),
  start_voice: Type.Object({ turn_mode: Type.Optional(Type.String()) }),
  stream_audio: Type.Object({ audio: Type.Optional(Type.String({ description: 'PCM in base64' })) }),
  stop_voice: Type.Object({}),
  camera_image: Type.Object({
    image: Type.Optional(
      Type.String({ description: 'Base64 of a JPEG, PNG or WebP; a data URI is taken, too' }),
    ),
    mime_type: Type.Optional(Type.String({ description: 'Not needed: the bytes tell' })),
    format: Type.Optional(Type.String({ description: 'What very old clients write for mime_type' })),
    request_id: Type.Optional(Type.String({ description: 'Of the camera_capture that it answers' })),
    text: Type.Optional(Type.String({ description: 'What the player says with it' })),
    sample_rate: Type.Optional(
      Type.Number({ description: 'Hz of the spoken reply; default: of the session' }),
    ),
  }),
  livekit_token: Type.Object({ turn_mode: Type.Optional(Type.String()) }),
  livekit_join: Type.Object({
    room: Type.Optional(Type.String()),
    turn_mode: Type.Optional(Type.String()),
  }),
  subscribe_encounter: Type.Object({ encounterId: Type.String() }),
} as const satisfies Record<string, TSchema>

/** docs/wire-protocol.md, Server events. Each event carries exactly one JSON object. */
export const serverEvents = {
  session_info: Type.Object({
    session_id: Type.String(),
    conversation_id: Type.String(),
    character_id: Type.String(),
    player_id: Type.String(),
  }),
  auth_error: Type.Object({ error: OneOf(AUTH_ERRORS) }),
  session_rejected: Type.Object({
    reason: Type.String(),
    cap: Type.Integer(),
    share_token_id: Type.String(),
  }),
  session_timeout: Type.Object({
    reason: Type.String(),
    idle_seconds: Type.Number(),
    timeout_seconds: Type.Number(),
  }),
  error: Type.Object({ message: Type.String(), error: Type.Optional(OneOf(SOCKET_ERROR_CODES)) }),
  quota_exceeded: Type.Object({
    message: Type.String(),
    current: Type.Integer(),
    limit: Type.Integer(),
    remaining: Type.Integer(),
    tier: Type.String(),
    error: Type.Optional(Type.String()),
  }),
  bot_response: Type.Object({
    message_id: Type.String(),
    text: Type.String({ description: 'Not final: this chunk. Final: the whole reply' }),
    partial: Type.String({ description: 'Not final: the same as text. Final: empty' }),
    is_final: Type.Boolean(),
    chunk_index: Type.Integer(),
    is_interjection: Type.Boolean(),
    token_stream: Type.Optional(Type.Boolean()),
  }),
  interrupt: Type.Object({ message_id: Type.String(), reason: Type.Optional(Type.String()) }),
  client_action: Type.Object({
    name: Type.String(),
    arguments: Dictionary(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    message_id: Type.String(),
    chunk_index: Type.Integer(),
    timestamp: Timestamp(),
  }),
  memory_updated: Type.Object({
    agent_id: Type.String(),
    player_id: Type.String(),
    memories_extracted: Type.Integer(),
    facts_extracted: Type.Integer(),
    conversation_id: Type.String(),
    new_memories: Type.Array(MemorySchema),
    timestamp: Timestamp(),
  }),
  bot_voice: Type.Object({
    message_id: Type.String(),
    audio: Type.String({ description: 'PCM 16-bit little-endian mono in base64, never empty' }),
    sample_rate: Type.Integer({ description: 'Hz: the rate of the session' }),
    chunk_index: Type.Integer(),
    is_final: Type.Boolean({ description: 'The last audio of the reply' }),
    is_interjection: Type.Boolean(),
  }),
  bot_animation: Type.Object({
    message_id: Type.String(),
    sequence: Type.Integer({ description: '0, 1, 2 …; -1: nothing follows' }),
    time_code_sec: Type.Number({ description: "From the start of the reply's audio" }),
    fps: Type.Integer(),
    weights: Dictionary(Type.Number()),
    emit_epoch_ms: Type.Number(),
    is_final: Type.Boolean(),
  }),
  stt_response: Type.Object({
    text: Type.String({ description: 'Not final: the whole hypothesis so far' }),
    is_final: Type.Boolean(),
    confidence: Type.Optional(Type.Number()),
    language: Type.Optional(Type.String()),
  }),
  voice_started: Type.Object({ already_active: Type.Optional(Type.Literal(true)) }),
  voice_stopped: Type.Object({
    already_stopped: Type.Optional(Type.Literal(true)),
    ptt_turn_end: Type.Optional(Type.Literal(true)),
  }),
  voice_timeout: Type.Object({
    reason: Type.String(),
    idle_seconds: Type.Number(),
    timeout_seconds: Type.Number(),
  }),
  voice_error: Type.Object({ error: Type.String(), message: Type.String() }),
  camera_capture: Type.Object({
    request_id: Type.String({ description: 'Goes back with the camera_image' }),
    text: Type.Optional(Type.String({ description: 'What the picture is wanted for' })),
  }),
  turn_metrics: TurnMetricsSchema,
  livekit_token: Type.Object({
    token: Type.String(),
    url: Type.String({ description: 'Of this server, whose /rtc says why it refuses' }),
    room: Type.String(),
  }),
  livekit_error: Type.Object({ error: Type.String() }),
  encounter_message: Type.Object({
    encounterId: Type.String(),
    speaker: OneOf(ENCOUNTER_SIDES),
    turnIndex: Type.Integer({ description: 'From 0, of both together' }),
    text: Type.String(),
    speakerName: Type.Optional(Type.String({ description: 'Our addition: how the speaker is called' })),
  }),
  encounter_voice: Type.Object({
    encounterId: Type.String(),
    speaker: OneOf(ENCOUNTER_SIDES),
    turnIndex: Type.Integer(),
    audio: Type.String({ description: 'PCM 16-bit little-endian mono of 24000 Hz in base64' }),
    isFinal: Type.Boolean({ description: 'The end of the turn; `audio` is empty then' }),
  }),
  encounter_end: Type.Object({
    encounterId: Type.String(),
    reason: OneOf(ENCOUNTER_END_REASONS),
    turnsEmitted: Type.Integer(),
  }),
} as const satisfies Record<string, TSchema>

export type ClientEvents = { [Name in keyof typeof clientEvents]: Static<(typeof clientEvents)[Name]> }
export type ServerEvents = { [Name in keyof typeof serverEvents]: Static<(typeof serverEvents)[Name]> }
export type ClientEventName = keyof ClientEvents
export type ServerEventName = keyof ServerEvents
