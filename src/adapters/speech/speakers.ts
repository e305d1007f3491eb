import { DEFAULT_SPEAKER, type SpeakerProfile } from '../../audio/speech/formant-voice.js'
import { hashToUnitInterval } from '../../domain/seeded-choice.js'

const DEEPEST = 88
const HIGHEST = 205

/** A speaker for each name of a voice: deep to high, slow to brisk. The same name and seed give the same speaker. */
export function speakerFor(voice: string | null, seed: number): SpeakerProfile {
  if (voice === null && seed === 0) return DEFAULT_SPEAKER
  const height = hashToUnitInterval(`${seed} pitch ${voice}`)
  return {
    pitch: DEEPEST * (HIGHEST / DEEPEST) ** height,
    pace: 0.92 + 0.2 * hashToUnitInterval(`${seed} pace ${voice}`),
    // Who speaks high is mostly small, and small throats have high formants.
    formantScale: 0.95 + 0.15 * (0.75 * height + 0.25 * hashToUnitInterval(`${seed} size ${voice}`)),
  }
}
