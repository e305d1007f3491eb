import type { Sharp } from 'sharp'
import { domainError } from '../../domain/errors.js'
import type { ImageProcessor, SanitizedImage } from '../../domain/images/ports.js'
import { createSemaphore } from '../../domain/semaphore.js'

/** The largest that phones take; as bare pixels 200 MB. */
const PIXELS_MAX = 50_000_000
/** A decoded image is many times its file, so however many wait, only these are in memory. */
const MAX_CONCURRENT = 2
const SECONDS_MAX = 20
/** Hardly to be told from the original. */
const QUALITY = 92

type Format = { readonly extension: SanitizedImage['extension']; encode(image: Sharp): Sharp }

const JPEG: Format = {
  extension: 'jpg',
  encode: (image) => image.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }),
}
const PNG: Format = { extension: 'png', encode: (image) => image.png() }
const WEBP: Format = { extension: 'webp', encode: (image) => image.webp({ quality: QUALITY }) }
const BY_EXTENSION = { jpg: JPEG, png: PNG, webp: WEBP }
/** By the type that the bytes tell; an animated PNG is one, too. */
const FORMATS: Readonly<Record<string, Format>> = {
  'image/jpeg': JPEG,
  'image/png': PNG,
  'image/apng': PNG,
  'image/webp': WEBP,
}

/** Images by libvips, loaded with the first one. */
export function createImages(): ImageProcessor {
  const semaphore = createSemaphore(MAX_CONCURRENT)
  return {
    sanitize: (image) => semaphore.run(async () => clean(await collected(image))),
    cropSquare: (image, side) => semaphore.run(() => square(image, side)),
  }
}

async function clean(file: Buffer): Promise<SanitizedImage> {
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
    throw domainError('imageBroken', { cause })
  }
}

async function square({ bytes, extension }: SanitizedImage, side: number): Promise<SanitizedImage> {
  const { default: sharp } = await import('sharp')
  const decoder = sharp(bytes, { limitInputPixels: PIXELS_MAX }).timeout({ seconds: SECONDS_MAX })
  const cropped = decoder.resize(side, side, { fit: 'cover' })
  return { extension, bytes: await BY_EXTENSION[extension].encode(cropped).toBuffer() }
}

function anotherFormat(): never {
  throw domainError('imageFormatUnknown')
}

async function collected(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
