/** A picture in a few pixels, row by row, three bytes each. */
export type Thumbnail = { readonly pixels: Uint8Array; readonly side: number }

export type PictureKind = 'plain' | 'gradient' | 'drawing' | 'photograph' | 'noise'
export type ImageRegion = 'top left' | 'top' | 'top right' | 'left' | 'centre' | 'right' | BottomRegion
type BottomRegion = 'bottom left' | 'bottom' | 'bottom right'

/** What can be told of a picture without knowing what anything in it is. Numbers are from 0 to 1. */
export type ImageFeatures = {
  readonly shape: 'wide' | 'tall' | 'square'
  readonly kind: PictureKind
  /** The names of its colours with their shares, the largest first. */
  readonly palette: readonly { readonly name: string; readonly share: number }[]
  readonly brightness: number
  readonly contrast: number
  /** How warm its colours are, -1 to 1. */
  readonly warmth: number
  /** How much changes from each place to the next. */
  readonly detail: number
  readonly places: Readonly<Record<ImageRegion, string>>
  readonly busiest: ImageRegion
  readonly brightest: ImageRegion
  readonly isMirrored: boolean
  /** The same for the same pixels, another for others. */
  readonly seed: string
}

export const IMAGE_REGIONS: readonly ImageRegion[] = [
  ...(['top left', 'top', 'top right', 'left', 'centre', 'right'] as const),
  ...(['bottom left', 'bottom', 'bottom right'] as const),
]

/** Below this share a colour is not worth a word. */
const SHARE_MIN = 0.04
const COLOURS_MAX = 5

type MeasuredFeatures = Omit<ImageFeatures, 'shape' | 'seed'>

export function measureImage(thumbnail: Thumbnail): MeasuredFeatures {
  const all = pixelsOf(thumbnail)
  const lights = all.map(brightnessOf)
  const steps = stepsOf(thumbnail, all)
  const contrast = Math.min(1, 2 * deviation(lights))
  return {
    kind: kindOf(steps, contrast),
    palette: paletteOf(all),
    brightness: mean(lights),
    contrast,
    warmth: mean(all.map(warmthOf)),
    detail: mean(steps) / 255,
    ...layoutOf(thumbnail, all),
    isMirrored: isMirrored(thumbnail, lights),
  }
}

function pixelsOf({ pixels, side }: Thumbnail): Rgb[] {
  return Array.from({ length: side * side }, (_, at) => [
    pixels[3 * at] ?? 0,
    pixels[3 * at + 1] ?? 0,
    pixels[3 * at + 2] ?? 0,
  ])
}

/** How far each pixel is from its neighbours to the right and below, in the channel that differs most. */
function stepsOf({ side }: Thumbnail, all: readonly Rgb[]): number[] {
  return all.flatMap((pixel, at) => {
    const right = (at + 1) % side === 0 ? undefined : all[at + 1]
    return [right, all[at + side]].flatMap((next) => (next === undefined ? [] : [distance(pixel, next)]))
  })
}

const distance = (a: Rgb, b: Rgb): number =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))

function kindOf(steps: readonly number[], contrast: number): PictureKind {
  const shareOf = (isSo: (step: number) => boolean) => steps.filter(isSo).length / steps.length
  const edges = shareOf((step) => step > 40)
  if (edges === 0 && contrast < 0.02 && Math.max(...steps) < 8) return 'plain'
  if (edges > 0.45) return 'noise'
  if (edges < 0.002) return 'gradient'
  return shareOf((step) => step === 0) > 0.5 ? 'drawing' : 'photograph'
}

function paletteOf(all: readonly Rgb[]): ImageFeatures['palette'] {
  const counts = new Map<string, number>()
  for (const pixel of all) {
    const name = colourName(pixel)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const shares = [...counts].map(([name, count]) => ({ name, share: count / all.length }))
  const [first, ...rest] = shares.toSorted((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1))
  const worth = rest.filter(({ share }) => share >= SHARE_MIN)
  return first === undefined ? [] : [first, ...worth].slice(0, COLOURS_MAX)
}

function layoutOf({ side }: Thumbnail, all: readonly Rgb[]) {
  const third = (value: number) => Math.min(2, Math.floor((3 * value) / side))
  const inPlace = IMAGE_REGIONS.map((place, index) => {
    const pixels = all.filter((_, at) => 3 * third(Math.floor(at / side)) + third(at % side) === index)
    const lights = pixels.map(brightnessOf)
    const colour = paletteOf(pixels)[0]?.name ?? 'black'
    return { place, colour, light: mean(lights), busy: deviation(lights) }
  })
  const most = (of: 'light' | 'busy') =>
    inPlace.reduce((best, one) => (one[of] > best[of] + 0.01 ? one : best)).place
  return {
    // One entry for each of the places.
    places: Object.fromEntries(
      inPlace.map(({ place, colour }) => [place, colour]),
    ) as ImageFeatures['places'],
    busiest: most('busy'),
    brightest: most('light'),
  }
}

function isMirrored({ side }: Thumbnail, lights: readonly number[]): boolean {
  const gaps = lights.map((light, at) => {
    const column = at % side
    return Math.abs(light - (lights[at - column + (side - 1 - column)] ?? light))
  })
  return mean(gaps) < 0.03
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

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
