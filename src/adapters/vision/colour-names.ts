/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Where on the circle of hues, in degrees, each name ends. */
const HUES: readonly (readonly [end: number, name: string])[] = [
  [14, 'red'],
  [40, 'orange'],
  [68, 'yellow'],
  [92, 'lime'],
  [154, 'green'],
  [172, 'sea green'],
  [196, 'teal'],
  [214, 'sky blue'],
  [256, 'blue'],
  [284, 'violet'],
  [318, 'magenta'],
  [345, 'pink'],
  [360, 'red'],
]

/** What people call a colour, in one or two words. */
export function colourName(rgb: Rgb): string {
  const { hue, chroma, lightness } = hclOf(rgb)
  if (lightness < 0.08) return 'black'
  if (chroma < 0.1) return greyName(lightness)
  const name = HUES.find(([end]) => hue <= end)?.[1] ?? 'red'
  if (name === 'orange' && lightness < 0.42) return lightness < 0.22 ? 'dark brown' : 'brown'
  if (name === 'orange' && lightness > 0.75) return 'cream'
  if (name === 'red' && lightness > 0.68) return 'pink'
  if (lightness < 0.27) return `dark ${name}`
  return lightness > 0.74 ? `pale ${name}` : name
}

function greyName(lightness: number): string {
  if (lightness > 0.92) return 'white'
  if (lightness > 0.68) return 'light grey'
  return lightness < 0.32 ? 'dark grey' : 'grey'
}

function hclOf([red, green, blue]: Rgb) {
  const [r, g, b] = [red / 255, green / 255, blue / 255]
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
  const chroma = high - low
  return { hue: hueOf([r, g, b], high, chroma), chroma, lightness: (high + low) / 2 }
}

function hueOf([r, g, b]: Rgb, high: number, chroma: number): number {
  if (chroma === 0) return 0
  if (high === r) return (60 * ((g - b) / chroma) + 360) % 360
  return high === g ? 60 * ((b - r) / chroma) + 120 : 60 * ((r - g) / chroma) + 240
}

/** How bright it looks, 0 to 1 (Rec. 709). */
export const brightnessOf = ([red, green, blue]: Rgb): number =>
  (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255

/** How much warmer than cold, -1 to 1. */
export const warmthOf = ([red, , blue]: Rgb): number => (red - blue) / 255
