import type { Speaker } from '../../audio/speech/formant-voice.js'

/** Who speaks for a character without a voice of its own. */
const DEFAULT: Speaker = { pitch: 115, pace: 1, size: 1 }
const DEEPEST = 88
const HIGHEST = 205

/** A speaker for each name of a voice: deep to high, slow to brisk. The same name and seed give the same speaker. */
export function speakerFor(voice: string | null, seed: number): Speaker {
  if (voice === null && seed === 0) return DEFAULT
  const height = share(`${seed} pitch ${voice}`)
  return {
    pitch: DEEPEST * (HIGHEST / DEEPEST) ** height,
    pace: 0.92 + 0.2 * share(`${seed} pace ${voice}`),
    // Who speaks high is mostly small, and small throats have high formants.
    size: 0.95 + 0.15 * (0.75 * height + 0.25 * share(`${seed} size ${voice}`)),
  }
}

/** FNV-1a, as a number from 0 to 1. */
function share(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
