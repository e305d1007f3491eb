import type { ServerEvents } from '../../../contract/events.js'
import type { Clock } from '../../clock.js'
import type { SynthesizedAudio } from '../synthesis.js'
import { ANIMATION_FPS, type AnimationFrame, createLipSync } from './lip-sync.js'

/** Only audio of this rate is animated (docs/wire-protocol.md, Animation). */
const ANIMATED_RATE = 16_000
/** Sums of lengths differ in their last bits, in seconds. */
const ROUNDING = 1e-6

type AnimationEvent = ServerEvents['bot_animation']

type AnimatorSettings = {
  readonly messageId: string
  readonly sampleRate: number
  readonly clock: Pick<Clock, 'now'>
  readonly emit: (event: AnimationEvent) => void
}

export interface Animator {
  /** Emits the frames of audio that is about to be sent, `start` seconds into the reply; undefined is silence. */
  show(audio: SynthesizedAudio | undefined, span: { readonly start: number; readonly seconds: number }): void
  /** Nothing follows. */
  end(): void
}

export const isAnimated = (isRequested: boolean, sampleRate: number) =>
  isRequested && sampleRate === ANIMATED_RATE

/** Animates the face of one reply, frame by frame as its audio is sent. */
export function createAnimator({ messageId, sampleRate, clock, emit }: AnimatorSettings): Animator {
  const lipSync = createLipSync(messageId)
  let hasBegun = false
  let isOver = false
  return {
    show: (audio, { start, seconds }) => {
      hasBegun = true
      if (audio !== undefined && audio.phonemes.length > 0) lipSync.say(audio.phonemes, start)
      else if (audio?.hasPhonemes === false) followLoudness(lipSync, audio.samples, { start, sampleRate })
      for (const frame of lipSync.framesUntil(start + seconds - ROUNDING))
        emit(animationFrame(frame, { messageId, now: clock.now() }))
    },
    end: () => {
      if (hasBegun && !isOver) emit(animationEnd({ messageId, now: clock.now() }))
      isOver = true
    },
  }
}

const LEVEL_SECONDS = 0.05

/** For voices that give no phonemes: the mouth follows the loudness. */
function followLoudness(
  lipSync: ReturnType<typeof createLipSync>,
  samples: Float32Array,
  { start, sampleRate }: { readonly start: number; readonly sampleRate: number },
): void {
  const length = Math.round(LEVEL_SECONDS * sampleRate)
  for (let at = 0; at < samples.length; at += length) {
    const part = samples.subarray(at, at + length)
    const power = part.reduce((sum, sample) => sum + sample * sample, 0) / part.length
    lipSync.loudness(Math.sqrt(power), start + at / sampleRate)
  }
}

type Emission = { readonly messageId: string; readonly now: Date }

/** The payload of `bot_animation`, exactly these seven keys (docs/wire-protocol.md, Animation). */
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
