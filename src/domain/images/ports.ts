/** A picture that was decoded and encoded anew: upright, one frame, without metadata. */
export type SanitizedImage = {
  readonly bytes: Uint8Array
  readonly extension: 'jpg' | 'png' | 'webp'
}

export interface ImageProcessor {
  /**
   * Decodes a JPEG, PNG or WebP, told by its bytes, and encodes it anew in its own format. Of an animation the first
   * frame stays. Rejects with `invalid` when it is another format, broken, or larger than can be decoded safely.
   */
  sanitize(image: AsyncIterable<Uint8Array>): Promise<SanitizedImage>
  /** The middle of a clean picture as a square of so many pixels a side, in the same format. */
  cropSquare(image: SanitizedImage, side: number): Promise<SanitizedImage>
}

export interface PaletteExtractor {
  /** The colours of a picture as `#rrggbb`, the largest share first; none when it cannot be decoded. */
  extract(image: AsyncIterable<Uint8Array>): Promise<readonly string[]>
}
