import type { Sharp } from 'sharp'
import { DomainError } from '../../domain/errors.js'
import type { CleanImage, Images } from '../../domain/images/ports.js'
import { createSlots } from './slots.js'

/** The largest that phones take; as bare pixels 200 MB. */
const PIXELS_MAX = 50_000_000
/** A decoded image is many times its file, so however many wait, only these are in memory. */
const AT_A_TIME = 2
const SECONDS_MAX = 20
/** Hardly to be told from the original. */
const QUALITY = 92

type Format = { readonly extension: CleanImage['extension']; encode(image: Sharp): Sharp }

const PNG: Format = { extension: 'png', encode: (image) => image.png() }
/** By the type that the bytes tell; an animated PNG is one, too. */
const FORMATS: Readonly<Record<string, Format>> = {
  'image/jpeg': {
    extension: 'jpg',
    encode: (image) => image.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }),
  },
  'image/png': PNG,
  'image/apng': PNG,
  'image/webp': { extension: 'webp', encode: (image) => image.webp({ quality: QUALITY }) },
}

/** Images by libvips, loaded with the first one. */
export function createImages(): Images {
  const inSlot = createSlots(AT_A_TIME)
  return {
    clean: (image) => inSlot(async () => clean(await collected(image))),
  }
}

async function clean(file: Buffer): Promise<CleanImage> {
  const [{ default: sharp }, { fileTypeFromBuffer }] = await Promise.all([
    import('sharp'),
    import('file-type'),
  ])
  const { extension, encode } = FORMATS[(await fileTypeFromBuffer(file))?.mime ?? ''] ?? anotherFormat()
  try {
    const decoder = sharp(file, { failOn: 'error', limitInputPixels: PIXELS_MAX, pages: 1 })
    // Nothing of the metadata is kept unless asked for; what of it turns the picture is carried out first.
    const upright = decoder.timeout({ seconds: SECONDS_MAX }).autoOrient()
    return { extension, bytes: await encode(upright).toBuffer() }
  } catch (cause) {
    throw new DomainError('invalid', 'The image cannot be decoded: it is broken or too large', { cause })
  }
}

function anotherFormat(): never {
  throw new DomainError('invalid', 'The image must be a JPEG, PNG or WebP')
}

async function collected(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
