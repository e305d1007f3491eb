import { clamp, lerp } from '../geometry/vector.js'

/** sRGB, each channel 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number]

export function fromHex(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

export const toHex = (colour: Colour): string =>
  `#${colour
    .map((part) =>
      Math.round(255 * clamp(part))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Hue in degrees; saturation and lightness 0 to 1. */
export function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (offset: number) => {
    const at = (offset + hue / 30) % 12
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))
  }
  return [part(0), part(8), part(4)]
}

export const blend = (a: Colour, b: Colour, share: number): Colour => [
  lerp(a[0], b[0], share),
  lerp(a[1], b[1], share),
  lerp(a[2], b[2], share),
]
export const darker = (colour: Colour, share: number): Colour => blend(colour, [0.06, 0.04, 0.1], share)
export const lighter = (colour: Colour, share: number): Colour => blend(colour, [1, 0.99, 0.96], share)
/** Perceived lightness, 0 to 1. */
export const lightness = ([red, green, blue]: Colour): number => 0.3 * red + 0.59 * green + 0.11 * blue
export const vividness = (colour: Colour): number => Math.max(...colour) - Math.min(...colour)

/** Keeps a colour of clothes away from black and white, which would hide the folds. */
export function wearable(colour: Colour): Colour {
  const light = lightness(colour)
  if (light < 0.13) return lighter(colour, 0.12)
  return light > 0.93 ? darker(colour, 0.06) : colour
}
