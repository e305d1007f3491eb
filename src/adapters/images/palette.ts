import type { PaletteExtractor } from '../../domain/images/ports.js'
import { createSemaphore } from '../../domain/semaphore.js'

/** Pixels a side of what is looked at. */
const SIDE = 64
/** Colours that share their first bits are counted as one. */
const BITS = 3
const COLOURS_MAX = 6
/** Below this share a colour is not worth telling. */
const SHARE_MIN = 0.03
const MAX_CONCURRENT = 2
const SECONDS_MAX = 20
const PIXELS_MAX = 50_000_000

/** The colours of pictures, by libvips. */
export function createPalettes(): PaletteExtractor {
  const semaphore = createSemaphore(MAX_CONCURRENT)
  return {
    extract: (image) => semaphore.run(async () => coloursOf(await pixelsOf(await collected(image)))),
  }
}

async function pixelsOf(file: Buffer): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(file, { limitInputPixels: PIXELS_MAX, pages: 1 })
      .timeout({ seconds: SECONDS_MAX })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .resize(SIDE, SIDE, { fit: 'fill', kernel: 'nearest' })
      .raw()
      .toBuffer()
  } catch {
    // An avatar is no picture that can be decoded: then it has no colours to go by.
    return new Uint8Array(0)
  }
}

type Sum = { count: number; red: number; green: number; blue: number }

/** The mean of the pixels of each colour that there is enough of. */
function coloursOf(pixels: Uint8Array): string[] {
  const sums = new Map<number, Sum>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    const key = [red, green, blue].reduce((bits, channel) => (bits << BITS) | (channel >> (8 - BITS)), 0)
    const sum = sums.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    sums.set(key, {
      count: sum.count + 1,
      red: sum.red + red,
      green: sum.green + green,
      blue: sum.blue + blue,
    })
  }
  return [...sums]
    .toSorted(([keyA, a], [keyB, b]) => b.count - a.count || keyA - keyB)
    .filter(([, { count }]) => count >= SHARE_MIN * SIDE * SIDE)
    .slice(0, COLOURS_MAX)
    .map(([, { count, red, green, blue }]) => hex([red / count, green / count, blue / count]))
}

const hex = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

async function collected(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
