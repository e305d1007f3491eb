import type { ParameterSegment } from './parameter-track.js'
import type { Formants, Phoneme } from './phonemes.js'

/** Durations of the parts of a stop. */
const BURST_MS = 12
const BREATH_MS = 30
/** Share of an affricate's time during which the mouth is closed. */
const CLOSED_SHARE = 0.45

/** The synthesis parameters of a phoneme that lasts `ms`; `next` is the following phoneme of the word. */
export function articulate(sound: Phoneme, ms: number, next: Phoneme | undefined): ParameterSegment[] {
  switch (sound.kind) {
    case 'silence':
      return [segment(sound, { ms })]
    case 'vowel':
      return [segment(sound, { ms, to: sound.glide ?? sound.formants, voice: 1 })]
    case 'glide':
      return [segment(sound, { ms, voice: 0.75 })]
    case 'nasal':
      return [segment(sound, { ms, voice: 0.6, nasal: 1 })]
    case 'aspirate':
      return [segment({ ...sound, formants: targetOf(next, sound) }, { ms, breath: 1, voice: 0.08 })]
    case 'fricative':
      return [segment(sound, { ms, voice: sound.isVoiced ? 0.35 : 0, noise: sound.noise })]
    case 'affricate':
      return [
        segment(sound, { ms: ms * CLOSED_SHARE, voice: sound.isVoiced ? 0.12 : 0 }),
        segment(sound, { ms: ms * (1 - CLOSED_SHARE), voice: sound.isVoiced ? 0.2 : 0, noise: sound.noise }),
      ]
    case 'stop':
      return articulateStop(sound, ms, next)
  }
}

/** A closure, then a burst; an unvoiced stop is followed by aspiration until the next sound. */
function articulateStop(sound: Phoneme, ms: number, next: Phoneme | undefined): ParameterSegment[] {
  const breathes = !sound.isVoiced && (next === undefined || next.kind === 'vowel' || next.kind === 'glide')
  const breathMs = breathes ? BREATH_MS : 0
  const closed = segment(sound, {
    ms: Math.max(25, ms - BURST_MS - breathMs),
    voice: sound.isVoiced ? 0.12 : 0,
  })
  const isOpened = next === undefined || !['stop', 'nasal', 'affricate'].includes(next.kind)
  if (!isOpened) return [closed]
  const burst = segment(sound, { ms: BURST_MS, noise: sound.noise, voice: sound.isVoiced ? 0.15 : 0 })
  if (breathMs === 0) return [closed, burst]
  return [
    closed,
    burst,
    segment({ ...sound, formants: targetOf(next, sound) }, { ms: breathMs, breath: 0.8 }),
  ]
}

const targetOf = (next: Phoneme | undefined, sound: Phoneme): Formants => next?.formants ?? sound.formants

type SegmentParameters = { readonly ms: number } & Partial<
  Pick<ParameterSegment, 'to' | 'voice' | 'breath' | 'nasal' | 'noise'>
>

const segment = (sound: Phoneme, { ms, ...parameters }: SegmentParameters): ParameterSegment => ({
  ms,
  from: sound.formants,
  to: sound.formants,
  bandwidths: sound.bandwidths,
  noise: [0, 0, 0, 0],
  voice: 0,
  breath: 0,
  nasal: 0,
  ...parameters,
})
