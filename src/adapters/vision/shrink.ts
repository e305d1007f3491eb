/** Pixels of the longer side: providers shrink what is larger, and count it. */
const SIDE_MAX = 1536
const QUALITY = 85
const SECONDS_MAX = 20

/** A picture as it goes to a provider: a JPEG of moderate size, transparent places white. */
export async function shrink(picture: Uint8Array): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(picture)
    .timeout({ seconds: SECONDS_MAX })
    .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer()
  return { bytes, mediaType: 'image/jpeg' }
}
