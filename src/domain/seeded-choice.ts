/** Picks from a list; the same seed and purpose always give the same choice. */
export type SeededChoice = <T>(purpose: string, choices: readonly [T, ...T[]]) => T

export const createSeededChoice =
  (seed: string): SeededChoice =>
  (purpose, choices) =>
    choices[Math.floor(hashToUnitInterval(`${seed} ${purpose}`) * choices.length)] ?? choices[0]

/** Hashes a text to a number from 0 (inclusive) to 1 (exclusive): FNV-1a with a final mix. */
export function hashToUnitInterval(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
