/** A picture that was decoded and encoded again: upright, one frame, without metadata. */
export type SanitizedImage = {
  readonly bytes: Uint8Array
  readonly extension: 'jpg' | 'png' | 'webp'
}

export interface ImageProcessor {
  /**
   * Decodes a JPEG, PNG or WebP, detected by its bytes, and encodes it again in the same format. Keeps the first frame
   * of an animation. Rejects with `invalid` for another format, a broken file, or one too large to decode safely.
   */
  sanitize(image: AsyncIterable<Uint8Array>): Promise<SanitizedImage>
  /** Cuts a square out of the middle and scales it to `side` pixels, in the same format. */
  cropSquare(image: SanitizedImage, side: number): Promise<SanitizedImage>
}

export interface PaletteExtractor {
  /** The colours of a picture as `#rrggbb`, the most frequent first; empty when it cannot be decoded. */
  extract(image: AsyncIterable<Uint8Array>): Promise<readonly string[]>
}
