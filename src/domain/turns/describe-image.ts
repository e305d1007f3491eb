import type { CharacterRecord } from '../characters/record.js'
import { DomainError, domainError } from '../errors.js'
import type { FileStore } from '../files/ports.js'
import { singleChunk } from '../files/single-chunk.js'
import type { StoredFile } from '../files/stored-file.js'
import type { ImageProcessor } from '../images/ports.js'
import { withStoredImage } from '../images/with-stored-image.js'
import type { Secrets } from '../random.js'
import type { Vision } from '../vision/ports.js'
import { stopOf } from './stop.js'

export type DescribeImageDeps = {
  readonly images: Pick<ImageProcessor, 'sanitize'>
  readonly files: Pick<FileStore, 'put'>
  readonly vision: Pick<Vision, 'describe'>
  readonly secrets: Pick<Secrets, 'token'>
}

/** A picture that was decoded and stored. */
export type DescribedImage = {
  readonly file: StoredFile
  /** What it shows; null: nobody could tell. */
  readonly description: string | null
  /** Why nobody could. */
  readonly failure?: DomainError
}

type ImageQuestion = {
  readonly bytes: Uint8Array
  readonly character: Pick<CharacterRecord, 'vlm_model'>
  /** What the player wants to know of it. */
  readonly question: string
  /** Of the turn that it is for. */
  readonly signal: AbortSignal
}

/** Bytes of chance in a picture's address: nobody guesses it, not even who has the same picture. */
const ADDRESS_BYTES = 24

/**
 * Decodes a picture, encodes it anew without what its file tells beside, has it described, and keeps its file while
 * `use` stores the message that shows it. Rejects with `invalid` when it is no picture. A vision model that fails does
 * not keep the picture from being stored: its failure comes with the image.
 */
export async function withDescribedImage<T>(
  deps: DescribeImageDeps,
  { bytes, character, question, signal }: ImageQuestion,
  use: (image: DescribedImage) => Promise<T>,
): Promise<T> {
  const clean = await deps.images.sanitize(singleChunk(bytes))
  return withStoredImage(deps, clean, async ({ sha256 }) => {
    const file = { sha256, name: `${deps.secrets.token(ADDRESS_BYTES)}.${clean.extension}` }
    const options = { question, model: character.vlm_model }
    return use({ file, ...(await describe(deps, { bytes: clean.bytes, signal }, options)) })
  })
}

async function describe(
  { vision }: Pick<DescribeImageDeps, 'vision'>,
  { bytes, signal }: Pick<ImageQuestion, 'bytes' | 'signal'>,
  options: { readonly question: string; readonly model: string },
): Promise<Omit<DescribedImage, 'file'>> {
  const session = untilAbandoned(signal)
  try {
    return { description: await vision.describe(bytes, { ...options, signal: session.signal }) }
  } catch (cause) {
    if (session.signal.aborted) return { description: null }
    const isExpected = cause instanceof DomainError && cause.kind === 'upstream'
    const failure = isExpected ? cause : domainError('visionFailed', { cause })
    return { description: null, failure }
  } finally {
    session.leave()
  }
}

/**
 * A player who goes on talking has still shown the picture, and asks about it next: it is described unless the client has
 * left.
 */
function untilAbandoned(turn: AbortSignal) {
  const stop = new AbortController()
  const check = () => (stopOf(turn).reason === 'abandoned' ? stop.abort('abandoned') : undefined)
  if (turn.aborted) check()
  else turn.addEventListener('abort', check, { once: true })
  return { signal: stop.signal, leave: () => turn.removeEventListener('abort', check) }
}
