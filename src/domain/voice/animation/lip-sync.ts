import { hashToUnitInterval } from '../../seeded-choice.js'
import type { PhonemeTiming } from '../ports.js'
import { BLENDSHAPES, both, type Face, facesOf, isClosure, type WholeFace, wholeFace } from './visemes.js'

export const ANIMATION_FPS = 30
/** The mouth opens and closes within this, at the edges of a pause. */
const SETTLE_SECONDS = 0.08
const DECIMALS = 100

export type AnimationFrame = {
  /** 0, 1, 2, … */
  readonly sequence: number
  /** From the start of the reply's audio. */
  readonly time_code_sec: number
  /** In two decimals, because more would not be visible: a second of frames is about 35 kB on the wire. */
  readonly weights: WholeFace
}

export interface LipSync {
  /** Adds phonemes behind those before; `offset` (seconds) is where their speech begins in the reply's audio. */
  say(phonemes: readonly PhonemeTiming[], offset: number): void
  /** For voices without phonemes: the loudness (root mean square of full scale) from a point in time on. */
  loudness(level: number, from: number): void
  /** Returns the next frames before that point in the reply's audio, whose phonemes must have been added. */
  framesUntil(seconds: number): readonly AnimationFrame[]
}

type Key = { readonly at: number; readonly face: Face }

/**
 * Moves a face to speech (docs/voice.md, Lip-sync). The same seed and phonemes give the same frames, however
 * they are requested.
 */
export function createLipSync(seed: string): LipSync {
  const chance = createChance(seed)
  let keys: readonly Key[] = []
  let sequence = 0

  const frame = (): AnimationFrame => {
    const time = sequence / ANIMATION_FPS
    const weights = wholeFace(merge(faceAt(keys, time), expression(chance, time)))
    sequence += 1
    return { sequence: sequence - 1, time_code_sec: Math.round(time * 10_000) / 10_000, weights }
  }
  return {
    say: (phonemes, offset) => {
      keys = [...keys, ...phonemes.flatMap((phoneme) => keysOf(phoneme, offset))]
    },
    loudness: (level, from) => {
      keys = [...keys, { at: from, face: { jawOpen: Math.min(0.7, 4 * level) } }]
    },
    framesUntil: (seconds) => {
      const frames: AnimationFrame[] = []
      while (sequence / ANIMATION_FPS < seconds) frames.push(frame())
      keys = keys.slice(
        Math.max(
          0,
          keys.findLastIndex(({ at }) => at <= sequence / ANIMATION_FPS),
        ),
      )
      return frames
    },
  }
}

/** A viseme is fullest in the middle of its phoneme; in a pause the mouth is closed except at its edges. */
function keysOf({ phoneme, from, to }: PhonemeTiming, offset: number): Key[] {
  const [first = {}, second] = facesOf(phoneme)
  const length = to - from
  const key = (share: number, face: Face) => ({ at: offset + from + share * length, face })
  if (second !== undefined) return [key(0.3, first), key(0.85, second)]
  if (isClosure(phoneme)) {
    // Lips that meet for less than a frame would not be seen to.
    const held = Math.min(0.8, Math.max(0.4, 1.2 / ANIMATION_FPS / length))
    return [key(0.5 - held / 2, first), key(0.5 + held / 2, first)]
  }
  if (phoneme !== 'SIL' || length <= 2 * SETTLE_SECONDS) return [key(0.5, first)]
  const edge = SETTLE_SECONDS / length
  return [key(edge, first), key(1 - edge, first)]
}

/** Between two faces along half a cosine. */
function faceAt(keys: readonly Key[], time: number): Face {
  const next = keys.findIndex(({ at }) => at > time)
  const after = keys[next]
  const before = next === -1 ? keys.at(-1) : keys[next - 1]
  if (before === undefined) return after === undefined ? {} : blend({}, after.face, rise(time, after.at))
  if (after === undefined) return blend(before.face, {}, ease((time - before.at) / SETTLE_SECONDS))
  return blend(before.face, after.face, ease((time - before.at) / (after.at - before.at)))
}

const rise = (time: number, at: number) => ease(1 - (at - time) / SETTLE_SECONDS)

const ease = (share: number) => 0.5 - 0.5 * Math.cos(Math.PI * Math.min(1, Math.max(0, share)))

function blend(from: Face, to: Face, share: number): Face {
  const names = BLENDSHAPES.filter((name) => name in from || name in to)
  return Object.fromEntries(
    names.map((name) => [name, rounded((from[name] ?? 0) * (1 - share) + (to[name] ?? 0) * share)]),
  )
}

const merge = (mouth: Face, rest: Face): Face => ({ ...mouth, ...rest })

const rounded = (weight: number) => Math.round(weight * DECIMALS) / DECIMALS

/** A blink in each slot of time and now and then the brows, wherever the seed puts them. */
const BLINK_SLOT_SECONDS = 3.2
const BLINK_SECONDS = 0.2
const BROW_SLOT_SECONDS = 1.7
const BROW_LIFT = 0.22

function expression(chance: (what: string, slot: number) => number, time: number): Face {
  const slot = Math.floor(time / BLINK_SLOT_SECONDS)
  const start = (slot + 0.75 * chance('blink', slot)) * BLINK_SLOT_SECONDS
  const blink = arch((time - start) / BLINK_SECONDS)
  const browSlot = Math.floor(time / BROW_SLOT_SECONDS)
  const lift = BROW_LIFT * chance('brow', browSlot) ** 2 * arch(time / BROW_SLOT_SECONDS - browSlot)
  return { ...both('eyeBlink', rounded(blink)), browInnerUp: rounded(lift) }
}

/** Up and down again while x goes from 0 to 1. */
const arch = (x: number) => (x <= 0 || x >= 1 ? 0 : Math.sin(Math.PI * x) ** 2)

/** Numbers from 0 to 1 that depend on nothing but seed, purpose and slot. */
const createChance =
  (seed: string) =>
  (what: string, slot: number): number =>
    hashToUnitInterval(`${seed} ${what} ${slot}`)
