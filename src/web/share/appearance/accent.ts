/** A colour for each theme, to be read on the page, and the colour of text on it. As `#rrggbb`. */
export type Accent = {
  readonly light: string
  readonly onLight: string
  readonly dark: string
  readonly onDark: string
}

type Rgb = readonly [red: number, green: number, blue: number]

/** The surfaces of the page that the accent has to be read on, the least favourable of each theme (src/web/design). */
const LIGHT_SURFACE: Rgb = [0xf0, 0xee, 0xea]
const DARK_SURFACE: Rgb = [0x2a, 0x2f, 0x38]
const ON_LIGHT: Rgb = [255, 255, 255]
const ON_DARK: Rgb = [0x0c, 0x10, 0x16]
/** WCAG 2.2 asks for 4.5:1. */
const CONTRAST = 4.6

const LIGHT_SATURATION = 0.6
const DARK_SATURATION = 0.75

/** The accent of a hue, in degrees: as bright as it can be and still be read. */
export function accentOfHue(hue: number): Accent {
  const light = firstReadable([LIGHT_SURFACE, ON_LIGHT], (step) =>
    hslToRgb(hue, LIGHT_SATURATION, 0.5 - step / 100),
  )
  const dark = firstReadable([DARK_SURFACE, ON_DARK], (step) =>
    hslToRgb(hue, DARK_SATURATION, 0.62 + step / 100),
  )
  return { light: hex(light), onLight: hex(ON_LIGHT), dark: hex(dark), onDark: hex(ON_DARK) }
}

const STEPS = 38

function firstReadable(beside: readonly Rgb[], colourOf: (step: number) => Rgb): Rgb {
  for (let step = 0; step < STEPS; step++) {
    const colour = colourOf(step)
    if (beside.every((other) => contrastOf(colour, other) >= CONTRAST)) return colour
  }
  return colourOf(STEPS)
}

/** A prime. */
const HASHES = 65_521
/** In degrees: its multiples never come close to each other. */
const GOLDEN_ANGLE = 137.508

/** The hue that belongs to a name: always the same, and as different as can be from that of a similar name. */
export function hueOfName(name: string): number {
  let hash = 0
  for (const sign of name.normalize('NFC')) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % HASHES
  return Math.round(hash * GOLDEN_ANGLE) % 360
}

const BIN_DEGREES = 15
/** A picture of which less is coloured than this is grey. */
const LEAST_COLOUR = 0.04

/** The hue that is seen most in a picture, given as bytes of red, green, blue and alpha; undefined for a grey one. */
export function hueOfPixels(pixels: Uint8ClampedArray): number | undefined {
  const bins = new Array<number>(360 / BIN_DEGREES).fill(0)
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    const { hue, chroma } = hueAndChroma([red, green, blue])
    const bin = Math.floor(hue / BIN_DEGREES) % bins.length
    bins[bin] = (bins[bin] ?? 0) + chroma * chroma * (alpha / 255)
  }
  const most = Math.max(...bins)
  if (most === 0 || most < LEAST_COLOUR ** 2 * (pixels.length / 4)) return undefined
  return (bins.indexOf(most) + 0.5) * BIN_DEGREES
}

function hueAndChroma(colour: Rgb): { hue: number; chroma: number } {
  const [red, green, blue] = colour.map((part) => part / 255) as [number, number, number]
  const most = Math.max(red, green, blue)
  const chroma = most - Math.min(red, green, blue)
  if (chroma === 0) return { hue: 0, chroma }
  if (most === red) return { hue: (60 * ((green - blue) / chroma) + 360) % 360, chroma }
  return {
    hue: most === green ? 60 * ((blue - red) / chroma + 2) : 60 * ((red - green) / chroma + 4),
    chroma,
  }
}

function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (offset: number) => {
    const turn = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  }
  return [part(0), part(8), part(4)]
}

/** The contrast ratio of WCAG 2.2. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, brighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminanceOf(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const hex = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
