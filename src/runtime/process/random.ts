import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Ids, NamedIds, Random, Secrets } from '../../domain/random.js'

export type RandomSources = {
  readonly ids: Ids
  readonly namedIds: NamedIds
  readonly random: Random
  /** Records the state of the seeded generators. Returns a function that restores it. */
  checkpoint(): () => void
}

/**
 * Creates the sources of ids and random numbers, which are reproducible with a seed. `start` (how often this data folder
 * was started) is part of the seed, because a second start would otherwise repeat the ids of existing records.
 */
export function createRandomSources({
  seed,
  start,
}: {
  seed: string | undefined
  start: number
}): RandomSources {
  if (seed === undefined) {
    const ids = { uuid: randomUUID }
    return {
      ids,
      namedIds: { of: () => ids },
      random: { next: randomFraction },
      checkpoint: () => () => undefined,
    }
  }
  const idBits = createSfc32(`${seed}/${start}/ids`)
  const randomBits = createSfc32(`${seed}/${start}/chance`)
  return {
    ids: idsFrom(idBits),
    namedIds: { of: (name) => idsFrom(createSfc32(`${seed}/${start}/${name}`)) },
    random: { next: () => randomBits.next() / 2 ** 32 },
    checkpoint: () => {
      const restore = [idBits.checkpoint(), randomBits.checkpoint()]
      return () => {
        for (const restoreOne of restore) restoreOne()
      }
    },
  }
}

const idsFrom = ({ next }: Pick<ReturnType<typeof createSfc32>, 'next'>): Ids => ({
  uuid: () => toUuid([next(), next(), next(), next()]),
})

/** Creates keys and tokens from the operating system's generator, independent of the seed. */
export const createSecrets = (): Secrets => ({
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  hash: (secret) => hash('sha256', secret),
  timingSafeEqual: (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b)),
})

/** Derives a UUID (RFC 9562, version 8) from a name, for the records of world files. */
export function uuidFromName(name: string): string {
  const digest = Buffer.from(hash('sha256', name), 'hex')
  return toUuid(
    [0, 4, 8, 12].map((at) => digest.readUInt32BE(at)),
    '8',
  )
}

const randomFraction = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48

/** The generator sfc32 (C. Doty-Humphrey, PractRand): 32 bits per call, seeded with the SHA-256 of a name. */
function createSfc32(name: string) {
  const seed = Buffer.from(hash('sha256', name), 'hex')
  let state: readonly [number, number, number, number] = [
    seed.readUInt32LE(0),
    seed.readUInt32LE(4),
    seed.readUInt32LE(8),
    1,
  ]
  return {
    next: () => {
      const [a, b, c, counter] = state
      const result = (a + b + counter) >>> 0
      state = [
        (b ^ (b >>> 9)) >>> 0,
        (c + (c << 3)) >>> 0,
        (((c << 21) | (c >>> 11)) + result) >>> 0,
        (counter + 1) >>> 0,
      ]
      return result
    },
    checkpoint: () => {
      const saved = state
      return () => {
        state = saved
      }
    },
  }
}

function toUuid(words: readonly number[], version = '4'): string {
  const hex = words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    version + hex.slice(13, 16),
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
