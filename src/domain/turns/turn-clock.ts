import type { ServerEvents } from '../../contract/events.js'
import type { Clock, Timers } from '../clock.js'
import type { EndpointingRule } from '../voice/turn-detection.js'

/** How the end of what the player said aloud was found. */
export type SpokenInput = {
  /** From the last voiced sound to the end of the turn. */
  readonly endpointWaitMs: number
  /** When the speech ended, since the epoch. */
  readonly speechEndMs: number
  /** The model was asked before the end was certain. */
  readonly isEager: boolean
  /** What showed that it had ended. */
  readonly endedBy: EndpointingRule
}

export type TurnStatus = ServerEvents['turn_metrics']['status']

/** What happens in a turn, in about this order; each at most once. */
export type TurnMilestone =
  | 'taken_up'
  | 'looked_up'
  | 'asked'
  | 'first_part'
  | 'last_part'
  | 'voice_engaged'
  | 'first_audio'
  | 'all_audio'
  | 'first_text'
  | 'stored'

/** The times of one turn. Whoever wants to know them reads them here; nobody else measures. */
export interface TurnClock {
  /** How the end of what the player said was found; undefined: it was not spoken. */
  readonly spoken: SpokenInput | undefined
  /** Notes the time of a stage when it is reached first. */
  mark(stage: TurnMilestone): void
  /** Milliseconds between two stages, to hundredths; null when one of them was not reached. */
  since(stage: TurnMilestone, from: TurnMilestone | 'start'): number | null
  metrics(messageId: string, status: TurnStatus): ServerEvents['turn_metrics']
}

export type TurnClockDeps = { readonly timers: Pick<Timers, 'elapsed'>; readonly clock: Pick<Clock, 'now'> }

/** Measures a turn from now on (docs/wire-protocol.md, Memory and metrics). */
export function createTurnClock({ timers, clock }: TurnClockDeps, spoken?: SpokenInput): TurnClock {
  const start = timers.elapsed()
  const reached = new Map<TurnMilestone, number>()
  const since = (stage: TurnMilestone, from: TurnMilestone | 'start'): number | null => {
    const end = reached.get(stage)
    const begin = from === 'start' ? start : reached.get(from)
    return end === undefined || begin === undefined ? null : Math.round((end - begin) * 100) / 100
  }
  return {
    spoken,
    mark: (stage) => {
      if (!reached.has(stage)) reached.set(stage, timers.elapsed())
    },
    since,
    metrics: (messageId, status) => ({
      message_id: messageId,
      status,
      eager: spoken?.isEager ?? false,
      emit_epoch_ms: clock.now().getTime(),
      endpoint_wait_ms: spoken?.endpointWaitMs ?? null,
      speech_end_ms: spoken?.speechEndMs ?? null,
      memory_ms: since('looked_up', 'taken_up'),
      dispatch_context_ms: since('asked', 'start'),
      queue_wait_ms: since('taken_up', 'start'),
      llm_ttft_ms: since('first_part', 'asked'),
      llm_total_ms: since('last_part', 'asked'),
      tts_engaged_ms: since('voice_engaged', 'start'),
      tts_first_audio_ms: since('first_audio', 'voice_engaged'),
      tts_total_ms: since('all_audio', 'voice_engaged'),
      kb_tool_ms: null,
      kb_tool_source: null,
      server_process_ms: since('first_audio', 'start') ?? since('first_text', 'start'),
      stt_net_rtt_ms: null,
      llm_net_rtt_ms: null,
      tts_net_rtt_ms: null,
    }),
  }
}
