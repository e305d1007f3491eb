import { FNV_OFFSET_BASIS, fnv1a, mixBits } from './fnv1a.js'

/** Picks from a list; the same seed and purpose always give the same choice. */
export type SeededChoice = <T>(purpose: string, choices: readonly [T, ...T[]]) => T

export const createSeededChoice =
  (seed: string): SeededChoice =>
  (purpose, choices) =>
    choices[Math.floor(hashToUnitInterval(`${seed} ${purpose}`) * choices.length)] ?? choices[0]

/** Hashes a text to a number from 0 (inclusive) to 1 (exclusive): FNV-1a with a final mix. */
export function hashToUnitInterval(text: string): number {
  let hash = FNV_OFFSET_BASIS
  for (const byte of new TextEncoder().encode(text)) hash = fnv1a(hash, byte)
  return mixBits(hash) / 2 ** 32
}
