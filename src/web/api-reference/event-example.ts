import { WEBRTC_NOT_SUPPORTED } from '../../contract/webrtc.js'
import type { ApiEvent, Schemas } from './api-document.js'
import { exampleOf } from './example.js'
import { SERVER } from './example-values.js'
import type { KnownIds } from './known-ids.js'

/** Events of which many make one reply: what differs in a part of it from its end. */
export const EVENT_PARTS: Readonly<Record<string, { readonly title: string; readonly fields: object }>> = {
  server_bot_response: {
    title: 'A chunk, of which there are as many as the reply needs',
    fields: { text: 'Of course. ', partial: 'Of course. ', is_final: false, chunk_index: 0 },
  },
  server_bot_voice: { title: 'A part of the sound', fields: { is_final: false, chunk_index: 0 } },
  server_stt_response: { title: 'What is heard so far', fields: { text: 'Do you', is_final: false } },
}

/** What the character or the service says, which is not what the player does. */
const SAID: Readonly<Record<string, object>> = {
  server_bot_response: { text: 'Of course. How are the bees?' },
  server_error: { message: 'The language model failed' },
  server_session_timeout: { reason: 'inactivity', idle_seconds: 1800, timeout_seconds: 1800 },
  server_voice_timeout: { reason: 'voice_inactivity' },
  server_session_rejected: { reason: 'concurrent_limit', cap: 5 },
  server_client_action: { name: 'wave_hand', arguments: { times: 2 } },
  server_quota_exceeded: {
    message: 'This link was good for 20 turns, and they are used up',
    error: 'max_interactions',
    ...{ tier: 'share', current: 20, limit: 20, remaining: 0 },
  },
  server_voice_error: { error: 'recognition_failed', message: 'The recogniser did not answer in time' },
  server_livekit_token: { token: 'none', url: SERVER.replace(/^http/, 'ws'), room: 'none' },
  server_livekit_error: { error: WEBRTC_NOT_SUPPORTED },
  server_encounter_message: { turnIndex: 0, text: 'Good evening. What brings you to the harbour?' },
  server_turn_metrics: {
    ...{ eager: false, emit_epoch_ms: 1_893_553_445_678, speech_end_ms: 1_893_553_444_068 },
    ...{ endpoint_wait_ms: 500, memory_ms: 12, dispatch_context_ms: 15, queue_wait_ms: 0 },
    ...{ llm_ttft_ms: 240, llm_total_ms: 900, tts_engaged_ms: 410, tts_first_audio_ms: 85 },
    ...{ tts_total_ms: 700, kb_tool_ms: null, kb_tool_source: null, server_process_ms: 495 },
    ...{ stt_net_rtt_ms: null, llm_net_rtt_ms: null, tts_net_rtt_ms: null },
  },
}

/** One credential stands for the other. */
const LEFT_OUT: Readonly<Record<string, string>> = { client_authenticate: 'token' }

type Place = { readonly schemas: Schemas; readonly ids?: KnownIds['values']; readonly apiKey?: string }

/** The payload of an event: with the ids and the key of the page where a client sends it. */
export function eventExample({ id, payload }: ApiEvent, { schemas, ids = {}, apiKey = '' }: Place): object {
  const key = id === 'client_authenticate' && apiKey !== '' ? { api_key: apiKey } : {}
  return without({ ...Object(exampleOf(payload, { schemas, ids })), ...SAID[id], ...key }, LEFT_OUT[id])
}

const without = (value: Readonly<Record<string, unknown>>, left: string | undefined): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== left))
