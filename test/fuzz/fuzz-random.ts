import fc, { type Arbitrary } from 'fast-check'

/** The same choices for the same seed and the same number of the input. */
export type FuzzRandom = {
  /** From 0 to one less than the bound. */
  below(bound: number): number
  isLikely(probability: number): boolean
  among<T>(items: readonly T[]): T
  /** A value that fast-check makes. */
  value<T>(arbitrary: Arbitrary<T>): T
}

/** Mulberry32: small, quick, and good enough to choose inputs. */
export function createFuzzRandom(seed: number, count: number): FuzzRandom {
  // Multiplied by different odd numbers, so that seeds next to each other do not share most of their inputs.
  let state = (Math.imul(seed, 0x85ebca6b) ^ Math.imul(count + 1, 0x9e3779b1)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    isLikely: (probability) => next() < probability,
    among: (items) => {
      if (items.length === 0) throw new Error('There is nothing to choose from')
      // Below its length, and it is not empty.
      return items[below(items.length)] as (typeof items)[number]
    },
    value: (arbitrary) => {
      const [value] = fc.sample(arbitrary, { seed: below(2 ** 31), numRuns: 1 })
      return value as typeof arbitrary extends Arbitrary<infer T> ? T : never
    },
  }
}
