import { FNV_OFFSET_BASIS, fnv1a, mixBits } from './fnv1a.js'

/** Picks from lists by a seed and a purpose: the same again for the same two. */
export type SeededChoice = <T>(purpose: string, choices: readonly [T, ...T[]]) => T

export const createSeededChoice =
  (seed: string): SeededChoice =>
  (purpose, choices) =>
    choices[Math.floor(hashToUnitInterval(`${seed} ${purpose}`) * choices.length)] ?? choices[0]

/** A number from 0 to below 1 that follows from a text: FNV-1a with a finish. */
export function hashToUnitInterval(text: string): number {
  let hash = FNV_OFFSET_BASIS
  for (const byte of new TextEncoder().encode(text)) hash = fnv1a(hash, byte)
  return mixBits(hash) / 2 ** 32
}
