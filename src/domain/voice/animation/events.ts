import { ANIMATION_FPS, type AnimationFrame } from './lip-sync.js'

/** The payload of `bot_animation`, exactly these seven keys (docs/wire-protocol.md, Animation). */
export type AnimationEvent = {
  message_id: string
  sequence: number
  time_code_sec: number
  fps: number
  weights: Record<string, number>
  emit_epoch_ms: number
  is_final: boolean
}

type Emission = { readonly messageId: string; readonly now: Date }

export function animationFrame(frame: AnimationFrame, { messageId, now }: Emission): AnimationEvent {
  const { sequence, time_code_sec, weights } = frame
  return {
    message_id: messageId,
    sequence,
    time_code_sec,
    fps: ANIMATION_FPS,
    weights: { ...weights },
    emit_epoch_ms: now.getTime(),
    is_final: false,
  }
}

/** The terminator: after the last frame, or after an interrupt. */
export function animationEnd({ messageId, now }: Emission): AnimationEvent {
  return {
    message_id: messageId,
    sequence: -1,
    time_code_sec: 0,
    fps: ANIMATION_FPS,
    weights: {},
    emit_epoch_ms: now.getTime(),
    is_final: true,
  }
}
