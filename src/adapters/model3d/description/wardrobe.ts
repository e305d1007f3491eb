import type { SeededChoice } from '../../../domain/seeded-choice.js'
import {
  type Colour,
  darker,
  fromHex,
  fromHsl,
  lighter,
  lightness,
  vividness,
  wearable,
} from '../texture/colour.js'

/** Colours for clothes whose colour the text leaves open; `main` is for the largest piece. */
export type Wardrobe = { readonly main: Colour; readonly second: Colour; readonly accent: Colour }

/** Takes the avatar's colours; without any, three matching colours. */
export function chooseWardrobe(palette: readonly string[], draw: SeededChoice): Wardrobe {
  const colours = palette
    .filter((hex) => /^#[0-9a-f]{6}$/i.test(hex))
    .map(fromHex)
    .map(wearable)
  const [main, ...others] = colours.filter((colour) => !isSkin(colour)).concat(colours.filter(isSkin))
  if (main === undefined) return harmony(draw)
  const second = others.find((colour) => distance(colour, main) > 0.2) ?? darker(main, 0.45)
  const accent = others.find((colour) => distance(colour, main) > 0.3 && distance(colour, second) > 0.2)
  return { main, second, accent: accent ?? lighter(main, 0.55) }
}

/** Whether a colour of the avatar is probably skin. */
const isSkin = ([red, green, blue]: Colour): boolean =>
  red > green && green > blue && red - blue > 0.12 && red - blue < 0.45 && red > 0.55 && green / red > 0.62

const distance = (a: Colour, b: Colour): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

const HUES = [8, 28, 46, 96, 152, 176, 204, 222, 262, 318, 340] as const

function harmony(draw: SeededChoice): Wardrobe {
  const hue = draw('hue', HUES)
  const turn = draw('turn of the hue', [150, 180, 210, 40, -40])
  return {
    main: fromHsl(hue, draw('saturation', [0.42, 0.5, 0.58]), draw('lightness', [0.36, 0.42, 0.5])),
    second: fromHsl((hue + turn + 360) % 360, 0.28, draw('second lightness', [0.24, 0.3, 0.36])),
    accent: fromHsl((hue + turn / 2 + 360) % 360, 0.66, 0.62),
  }
}

export const contrastingColour = (colour: Colour): Colour =>
  lightness(colour) > 0.5 ? darker(colour, 0.45) : lighter(colour, vividness(colour) > 0.4 ? 0.5 : 0.4)
