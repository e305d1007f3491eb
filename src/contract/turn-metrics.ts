import { type TSchema, Type } from 'typebox'
import { OneOf } from './shared.js'

const Nullable = (schema: TSchema) => Type.Unsafe<number | null>(Type.Union([schema, Type.Null()]))
const Milliseconds = (description: string) => Nullable(Type.Number({ description }))

/**
 * How long each stage of a turn took, in milliseconds; null: the turn had no such stage
 * (docs/wire-protocol.md, Memory and metrics).
 */
export const TurnMetricsSchema = Type.Object({
  message_id: Type.String(),
  status: OneOf(['complete', 'interrupted', 'error']),
  eager: Type.Boolean({ description: 'The model was asked before the end of the turn was certain' }),
  emit_epoch_ms: Type.Number(),
  endpoint_wait_ms: Milliseconds('From the last voiced sound to the end of the turn'),
  speech_end_ms: Nullable(Type.Number({ description: 'When the speech ended, since the epoch' })),
  memory_ms: Milliseconds('What is remembered and known was looked up'),
  dispatch_context_ms: Milliseconds('From the start of the turn until the model was asked'),
  queue_wait_ms: Milliseconds('Behind the replies before it'),
  llm_ttft_ms: Milliseconds('Until the first of the model'),
  llm_total_ms: Milliseconds('Until the last of the model'),
  tts_engaged_ms: Milliseconds('From the start of the turn until the voice had something to say'),
  tts_first_audio_ms: Milliseconds('From then until its first audio'),
  tts_total_ms: Milliseconds('From then until its last audio was made'),
  kb_tool_ms: Milliseconds('Null: documents are looked up with what is remembered'),
  kb_tool_source: Type.Union([Type.String(), Type.Null()]),
  server_process_ms: Milliseconds(
    'From the start of the turn to its first audio, or first text without audio',
  ),
  stt_net_rtt_ms: Milliseconds('Null: not measured apart'),
  llm_net_rtt_ms: Milliseconds('Null: not measured apart'),
  tts_net_rtt_ms: Milliseconds('Null: not measured apart'),
})
