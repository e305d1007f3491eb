import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { createSemaphore } from '../../domain/semaphore.js'
import type { Vision } from '../../domain/vision/ports.js'
import { describeFeatures } from './describe-features.js'
import { type ImageFeatures, measureImage } from './image-features.js'
import { inventCharacter } from './invent-character.js'

/** Pixels a side of what is looked at: enough to tell a drawing from a photograph. */
const SIDE = 96
/** A decoded picture is many times its file. */
const MAX_CONCURRENT = 2
const SECONDS_MAX = 20

/**
 * A stand-in for a vision model: it tells what the pixels show, colours, light and layout, and knows no things. The same
 * pixels give the same answer, whatever is asked.
 */
export function createStubVision(): Vision {
  const semaphore = createSemaphore(MAX_CONCURRENT)
  const lookAt = (picture: Uint8Array, signal: AbortSignal | undefined) =>
    semaphore.run(async () => {
      signal?.throwIfAborted()
      const look = await featuresOfImage(picture)
      // It took some ten milliseconds: others get their turn before what comes of it.
      await setImmediate()
      signal?.throwIfAborted()
      return look
    })

  return {
    describe: async (picture, { signal } = {}) => describeFeatures(await lookAt(picture, signal)),
    suggestCharacter: async (picture, instructions, { signal } = {}) =>
      inventCharacter(await lookAt(picture, signal), instructions),
  }
}

async function featuresOfImage(picture: Uint8Array): Promise<ImageFeatures> {
  const { default: sharp } = await import('sharp')
  const image = sharp(picture).timeout({ seconds: SECONDS_MAX })
  const { width, height } = await image.metadata()
  const pixels = await image
    // A cut of the whole, so that no decoder shrinks in a way of its own: the same pixels count the same in each format.
    .extract({ left: 0, top: 0, width, height })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    // Neighbours are taken as they are: an average would hide noise and soften edges.
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer()
  const shape = shapeOf(width / height)
  const seed = createHash('sha256').update(shape).update(pixels).digest('hex')
  return { ...measureImage({ pixels, side: SIDE }), shape, seed }
}

function shapeOf(ratio: number): ImageFeatures['shape'] {
  if (ratio > 1.15) return 'wide'
  return ratio < 1 / 1.15 ? 'tall' : 'square'
}
