import type { Clock } from '../clock.js'
import { type AnimationEvent, animationEnd, animationFrame } from './animation/events.js'
import { createLipSync } from './animation/lip-sync.js'
import type { SpokenSound } from './spoken.js'

/** Faces go with sound of this rate only (docs/wire-protocol.md, Animation). */
const ANIMATED_RATE = 16_000
/** Sums of lengths differ in their last bits, in seconds. */
const ROUNDING = 1e-6

type AnimatorSettings = {
  readonly messageId: string
  readonly sampleRate: number
  readonly clock: Pick<Clock, 'now'>
  readonly emit: (event: AnimationEvent) => void
}

export interface Animator {
  /** The frames of a sound that is about to be sent, `start` seconds into the reply's sound; silence without `sound`. */
  show(sound: SpokenSound | undefined, span: { readonly start: number; readonly seconds: number }): void
  /** Nothing follows. */
  end(): void
}

export const isAnimated = (isAsked: boolean, sampleRate: number) => isAsked && sampleRate === ANIMATED_RATE

/** Moves the face of one reply, through the same gate as its sound. */
export function createAnimator({ messageId, sampleRate, clock, emit }: AnimatorSettings): Animator {
  const face = createLipSync(messageId)
  let hasBegun = false
  let isOver = false
  return {
    show: (sound, { start, seconds }) => {
      hasBegun = true
      if (sound !== undefined && sound.phonemes.length > 0) face.say(sound.phonemes, start)
      else if (sound?.tellsSounds === false) loudness(face, sound.samples, { start, sampleRate })
      for (const frame of face.framesUntil(start + seconds - ROUNDING))
        emit(animationFrame(frame, { messageId, now: clock.now() }))
    },
    end: () => {
      if (hasBegun && !isOver) emit(animationEnd({ messageId, now: clock.now() }))
      isOver = true
    },
  }
}

const LEVEL_SECONDS = 0.05

/** For voices that tell no sounds of speech: the mouth follows how loud it is. */
function loudness(
  face: ReturnType<typeof createLipSync>,
  samples: Float32Array,
  { start, sampleRate }: { readonly start: number; readonly sampleRate: number },
): void {
  const length = Math.round(LEVEL_SECONDS * sampleRate)
  for (let at = 0; at < samples.length; at += length) {
    const part = samples.subarray(at, at + length)
    const power = part.reduce((sum, sample) => sum + sample * sample, 0) / part.length
    face.loudness(Math.sqrt(power), start + at / sampleRate)
  }
}
