import type { Locator } from 'playwright-core'
import sharp from 'sharp'

/** Left, top, width and height, as shares of what is shown. */
export type Region = readonly [left: number, top: number, width: number, height: number]

/** The colours of a region of what the browser shows, three bytes a pixel. */
export async function pixelsOf(shown: Locator, [left, top, width, height]: Region): Promise<Uint8Array> {
  const picture = sharp(await shown.screenshot())
  const size = await picture.metadata()
  return picture
    .extract({
      left: Math.floor(left * size.width),
      top: Math.floor(top * size.height),
      width: Math.floor(width * size.width),
      height: Math.floor(height * size.height),
    })
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** A difference that can be seen; dithering is below. */
const SEEN = 24

/** The share of pixels that differ visibly. */
export function changedShare(before: Uint8Array, after: Uint8Array): number {
  let changed = 0
  for (let at = 0; at < before.length; at += 3) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((before[at + channel] ?? 0) - (after[at + channel] ?? 0)) > SEEN,
    )
    if (differs) changed += 1
  }
  return changed / (before.length / 3)
}
