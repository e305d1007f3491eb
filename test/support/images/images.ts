import sharp, { type Metadata } from 'sharp'

type Size = { readonly width: number; readonly height: number }

/** A picture whose left half is red and whose right half is blue, so that one sees which way up it is. */
export const twoHalves = ({ width, height }: Size = { width: 40, height: 20 }) =>
  sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: 'red' } },
      left: 0,
      top: 0,
    },
  ])

export const jpeg = () => twoHalves().jpeg().toBuffer()
export const png = (size?: Size) => twoHalves(size).png().toBuffer()
export const webp = () => twoHalves().webp({ lossless: true }).toBuffer()

/** A GIF of two frames, and the same as animated WebP: first red, then blue. */
export const animated = (format: 'gif' | 'webp') => {
  const frame = (background: string) => ({
    create: { width: 8, height: 8, channels: 3 as const, background },
  })
  return sharp([frame('red'), frame('blue')].map((one) => ({ ...one })) as never, {
    join: { animated: true },
  })
    [format]()
    .toBuffer()
}

export const metadataOf = (image: Uint8Array): Promise<Metadata> => sharp(image).metadata()

/** The colour of a pixel, as `red`, `blue` or its numbers. */
export async function colourAt(image: Uint8Array, { left, top }: { left: number; top: number }) {
  const pixel = await sharp(image).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  const [red = 0, green = 0, blue = 0] = pixel
  if (red > 200 && green < 60 && blue < 60) return 'red'
  if (blue > 200 && green < 60 && red < 60) return 'blue'
  return [red, green, blue].join()
}
