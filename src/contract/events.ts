import { type Static, type TSchema, Type } from 'typebox'
import { ENCOUNTER_END_REASONS, ENCOUNTER_SIDES } from './encounters.js'
import { AUTH_ERRORS, SOCKET_ERROR_CODES } from './errors.js'
import { MemorySchema } from './memories.js'
import { Dictionary, OneOf, Timestamp } from './shared.js'

/**
 * docs/wire-protocol.md, Authentication. Every field is optional here, because a missing one is answered with
 * `auth_error` and not as an invalid payload.
 */
export const AuthenticateSchema = Type.Object(
  {
    api_key: Type.Optional(Type.String({ description: 'An API key, or the session token of a share' })),
    token: Type.Optional(Type.String({ description: 'Identity-provider token, instead of api_key' })),
    character_id: Type.Optional(Type.String({ description: 'Who to talk to' })),
    player_id: Type.Optional(Type.String({ description: 'Who talks; memories belong to this player' })),
    audio_sample_rate: Type.Optional(
      Type.Number({ default: 24000, description: 'Of the sound of replies, in hertz; 16000 for animation' }),
    ),
    enable_animation: Type.Optional(
      Type.Boolean({ description: 'bot_animation with the movements of the face; needs 16000 hertz' }),
    ),
    enable_body_animation: Type.Optional(
      Type.Boolean({ description: 'Accepted, without effect: this server sends no movements of the body' }),
    ),
    realtime_memory: Type.Optional(
      Type.Boolean({ description: 'Memories are extracted after every reply, and not only now and then' }),
    ),
    voice_data_layer: Type.Optional(
      Type.Boolean({
        description:
          'Whether the sound also carries the words in tones, for programs. A client that sends it gets speech_recognition in session_info',
      }),
    ),
    voice_captions: Type.Optional(
      Type.Boolean({ description: 'Whether bot_voice says how much of the text was spoken (text_end)' }),
    ),
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

/** Two spellings of one field. */
const SILENCE = {
  textOnly: Type.Optional(Type.Boolean({ description: 'The reply has no sound' })),
  text_only: Type.Optional(Type.Boolean({ description: 'The same as textOnly' })),
}
const TurnMode = () =>
  Type.Optional(
    Type.String({
      description:
        'push_to_talk: a turn ends with stop_voice, until the client connects again. Otherwise the server hears when it ends',
    }),
  )

/**
 * docs/wire-protocol.md, Client events. Before a payload is checked, a missing one becomes `{}` and fields that are
 * null or "" are dropped.
 */
export const clientEvents = {
  authenticate: AuthenticateSchema,
  text: Type.Object({
    text: Type.Optional(Type.String({ description: 'What the player writes' })),
    ...SILENCE,
  }),
  say_line: Type.Object({
    text: Type.Optional(Type.String({ description: 'What the character says, word for word' })),
    ...SILENCE,
  }),
  client_interrupt: Type.Object({
    message_id: Type.Optional(Type.String({ description: 'The reply to stop; without it, the current one' })),
  }),
  audio_playback_complete: Type.Object({
    message_id: Type.Optional(Type.String({ description: 'The reply that was heard to its end' })),
  }),
  update_preferences: Type.Object({ enableVisionAcknowledgment: Type.Optional(Type.Boolean()) }),
  start_voice: Type.Object({ turn_mode: TurnMode() }),
  stream_audio: Type.Object({ audio: Type.Optional(Type.String({ description: 'PCM in base64' })) }),
  stop_voice: Type.Object({}),
  camera_image: Type.Object({
    image: Type.Optional(
      Type.String({ description: 'Base64 of a JPEG, PNG or WebP; a data URI is accepted too' }),
    ),
    mime_type: Type.Optional(Type.String({ description: 'Ignored: the type is detected from the bytes' })),
    format: Type.Optional(Type.String({ description: 'Very old clients send this for mime_type' })),
    request_id: Type.Optional(Type.String({ description: 'The id of the camera_capture that this answers' })),
    text: Type.Optional(Type.String({ description: 'The text that the player sends with it' })),
    sample_rate: Type.Optional(
      Type.Number({ description: 'Hz of the spoken reply; default: that of the session' }),
    ),
  }),
  livekit_token: Type.Object({ turn_mode: TurnMode() }),
  livekit_join: Type.Object({
    room: Type.Optional(Type.String()),
    turn_mode: TurnMode(),
  }),
  subscribe_encounter: Type.Object({
    encounterId: Type.String({ description: 'Of an encounter of the account' }),
  }),
} as const satisfies Record<string, TSchema>

const Nullable = (schema: TSchema) => Type.Unsafe<number | null>(Type.Union([schema, Type.Null()]))
const Milliseconds = (description: string) => Nullable(Type.Number({ description }))

/** The duration of each stage of a turn; null: the turn had no such stage (docs/wire-protocol.md, Memory and metrics). */
export const TurnMetricsSchema = Type.Object({
  message_id: Type.String(),
  status: OneOf(['complete', 'interrupted', 'error']),
  eager: Type.Boolean({ description: 'The model was called before the end of the turn was certain' }),
  emit_epoch_ms: Type.Number(),
  endpoint_wait_ms: Milliseconds('From the last voiced sound to the end of the turn'),
  speech_end_ms: Nullable(Type.Number({ description: 'When the speech ended, since the epoch' })),
  memory_ms: Milliseconds('Search of memories and documents'),
  dispatch_context_ms: Milliseconds('From the start of the turn until the model was called'),
  queue_wait_ms: Milliseconds('Waiting for earlier replies'),
  llm_ttft_ms: Milliseconds('Until the first token of the model'),
  llm_total_ms: Milliseconds('Until the last token of the model'),
  tts_engaged_ms: Milliseconds('From the start of the turn until speech synthesis received text'),
  tts_first_audio_ms: Milliseconds('From then until the first audio'),
  tts_total_ms: Milliseconds('From then until the last audio'),
  kb_tool_ms: Milliseconds('Null: documents are searched together with memories'),
  kb_tool_source: Type.Union([Type.String(), Type.Null()]),
  server_process_ms: Milliseconds(
    'From the start of the turn to its first audio, or first text without audio',
  ),
  stt_net_rtt_ms: Milliseconds('Null: not measured separately'),
  llm_net_rtt_ms: Milliseconds('Null: not measured separately'),
  tts_net_rtt_ms: Milliseconds('Null: not measured separately'),
})

/** docs/wire-protocol.md, Server events. Each event carries exactly one JSON object. */
export const serverEvents = {
  session_info: Type.Object({
    session_id: Type.String(),
    conversation_id: Type.String(),
    character_id: Type.String(),
    player_id: Type.String(),
    speech_recognition: Type.Optional(
      OneOf(['speech', 'data_layer'], {
        description:
          'speech: spoken words are understood. data_layer: only sound with a hidden text in it. Only for clients with `voice_data_layer`',
      }),
    ),
  }),
  auth_error: Type.Object({ error: OneOf(AUTH_ERRORS) }),
  session_rejected: Type.Object({
    reason: Type.String({ description: 'Why the share takes no more visitors' }),
    cap: Type.Integer({ description: 'Visitors that the share takes at the same time' }),
    share_token_id: Type.String(),
  }),
  session_timeout: Type.Object({
    reason: Type.String({ description: '`inactivity`: no message came' }),
    idle_seconds: Type.Number({ description: 'How long nothing came' }),
    timeout_seconds: Type.Number({ description: 'How long nothing may come' }),
  }),
  error: Type.Object({ message: Type.String(), error: Type.Optional(OneOf(SOCKET_ERROR_CODES)) }),
  quota_exceeded: Type.Object({
    message: Type.String(),
    current: Type.Integer({ description: 'What was used up' }),
    limit: Type.Integer({ description: 'What may be used' }),
    remaining: Type.Integer({ description: 'What is left' }),
    tier: Type.String({ description: 'The plan of the account' }),
    error: Type.Optional(Type.String()),
  }),
  bot_response: Type.Object({
    message_id: Type.String({
      description: 'The reply: equal in all its chunks, its sound, and the interrupt that ends it',
    }),
    text: Type.String({ description: 'Not final: this chunk. Final: the whole reply' }),
    partial: Type.String({ description: 'Not final: the same as text. Final: empty' }),
    is_final: Type.Boolean({
      description: 'The last bot_response of the reply: its text replaces the chunks before it',
    }),
    chunk_index: Type.Integer({ description: '0, 1, 2 …, counted for each message_id' }),
    is_interjection: Type.Boolean({ description: 'A remark beside the turn, such as "let me look"' }),
    token_stream: Type.Optional(
      Type.Boolean({ description: 'True where the chunk is as the model wrote it, token by token' }),
    ),
  }),
  interrupt: Type.Object({
    message_id: Type.String({ description: 'The reply of which nothing more follows' }),
    reason: Type.Optional(Type.String({ description: 'Why it was interrupted' })),
  }),
  client_action: Type.Object({
    name: Type.String({ description: 'An action that the character has' }),
    arguments: Dictionary(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      description: 'Its values by the names of its parameters',
    }),
    message_id: Type.String({ description: 'The reply that it belongs to' }),
    chunk_index: Type.Integer({ description: 'The chunk of the reply before which it was done' }),
    timestamp: Timestamp(),
  }),
  memory_updated: Type.Object({
    agent_id: Type.String(),
    player_id: Type.String(),
    memories_extracted: Type.Integer({ description: 'How many memories are new' }),
    facts_extracted: Type.Integer({ description: 'How many core facts are new or changed' }),
    conversation_id: Type.String(),
    new_memories: Type.Array(MemorySchema),
    timestamp: Timestamp(),
  }),
  bot_voice: Type.Object({
    message_id: Type.String(),
    audio: Type.String({ description: 'PCM 16-bit little-endian mono in base64, never empty' }),
    sample_rate: Type.Integer({ description: 'Hz: the rate of the session' }),
    chunk_index: Type.Integer({ description: '0, 1, 2 …, counted for each message_id' }),
    is_final: Type.Boolean({ description: 'The last audio of the reply' }),
    is_interjection: Type.Boolean({ description: 'A remark beside the turn' }),
    text_end: Type.Optional(
      Type.Integer({
        description:
          'How much of the text was spoken at the end of this audio, in UTF-16 code units; with voice_captions',
      }),
    ),
  }),
  bot_animation: Type.Object({
    message_id: Type.String(),
    sequence: Type.Integer({ description: '0, 1, 2 …; -1: the last frame' }),
    time_code_sec: Type.Number({ description: "From the start of the reply's audio" }),
    fps: Type.Integer({ description: 'Frames a second' }),
    weights: Dictionary(Type.Number(), { description: '0 to 1 by the names of blendshapes' }),
    emit_epoch_ms: Type.Number({ description: 'When it was sent, since the epoch' }),
    is_final: Type.Boolean({ description: 'The last frame of the reply; its weights are 0' }),
  }),
  stt_response: Type.Object({
    text: Type.String({ description: 'Not final: the whole hypothesis so far' }),
    is_final: Type.Boolean({ description: 'What was said to its end; a reply follows' }),
    confidence: Type.Optional(Type.Number({ description: 'How sure it is, 0 to 1' })),
    language: Type.Optional(Type.String()),
  }),
  voice_started: Type.Object({
    already_active: Type.Optional(Type.Literal(true, { description: 'Voice was on before' })),
  }),
  voice_stopped: Type.Object({
    already_stopped: Type.Optional(Type.Literal(true, { description: 'Voice was off before' })),
    ptt_turn_end: Type.Optional(Type.Literal(true, { description: 'The end of a push-to-talk turn' })),
  }),
  voice_timeout: Type.Object({
    reason: Type.String({ description: '`voice_inactivity`: nothing was said' }),
    idle_seconds: Type.Number({ description: 'How long nothing came' }),
    timeout_seconds: Type.Number({ description: 'How long nothing may come' }),
  }),
  voice_error: Type.Object({ error: Type.String(), message: Type.String() }),
  camera_capture: Type.Object({
    request_id: Type.String({ description: 'Returned with the camera_image' }),
    text: Type.Optional(Type.String({ description: 'What the image is requested for' })),
  }),
  turn_metrics: TurnMetricsSchema,
  livekit_token: Type.Object({
    token: Type.String(),
    url: Type.String({ description: 'The URL of this server, whose /rtc gives the reason for the refusal' }),
    room: Type.String(),
  }),
  livekit_error: Type.Object({ error: Type.String() }),
  encounter_message: Type.Object({
    encounterId: Type.String(),
    speaker: OneOf(ENCOUNTER_SIDES),
    turnIndex: Type.Integer({ description: 'From 0, counted over both characters' }),
    text: Type.String(),
    speakerName: Type.Optional(Type.String({ description: 'Our addition: the name of the speaker' })),
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
