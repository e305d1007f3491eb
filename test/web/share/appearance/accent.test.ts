import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  accentOfHue,
  contrastOf,
  hueOfName,
  hueOfPixels,
} from '../../../../src/web/share/appearance/accent.js'

type Rgb = Parameters<typeof contrastOf>[0]

const rgb = (hex: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return [red, green, blue]
}
const tokens = readFileSync('src/web/design/tokens.css', 'utf8')
const token = (name: string): readonly [light: Rgb, dark: Rgb] => {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
  return [rgb(light), rgb(dark)]
}

const surfaces = ['ground', 'panel'].map(token)

test('contrast is that of WCAG', () => {
  expect(contrastOf([0, 0, 0], [255, 255, 255])).toBe(21)
  expect(contrastOf([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2)
})

test('the accent of every hue is read on every surface of both themes, and text on it', () => {
  for (let hue = 0; hue < 360; hue++) {
    const { light, onLight, dark, onDark } = accentOfHue(hue)
    const contrasts = [
      contrastOf(rgb(light), rgb(onLight)),
      contrastOf(rgb(dark), rgb(onDark)),
      ...surfaces.flatMap(([onGround, onDarkGround]) => [
        contrastOf(rgb(light), onGround),
        contrastOf(rgb(dark), onDarkGround),
      ]),
    ]
    expect([hue, Math.min(...contrasts) >= 4.5]).toEqual([hue, true])
  }
})

test('accents differ: neighbours on the wheel are told apart', () => {
  const accents = [0, 60, 120, 180, 240, 300].map((hue) => accentOfHue(hue).light)
  expect(new Set(accents).size).toBe(6)
})

test('a name always has the same hue, and names spread over all of them', () => {
  expect(hueOfName('Mira')).toBe(hueOfName('Mira'))
  const hues = Array.from({ length: 360 }, (_, at) => hueOfName(`Character ${at}`))
  expect(new Set(hues.map((hue) => Math.floor(hue / 60))).size).toBe(6)
})

const pixels = (...colours: (readonly number[])[]) => Uint8ClampedArray.from(colours.flat())
const repeated = (colour: readonly number[], times: number) => new Array(times).fill(colour)

test('the hue of a picture is the one that is seen most of', () => {
  const picture = pixels(...repeated([20, 60, 200, 255], 6), ...repeated([200, 30, 20, 255], 3))
  expect(Math.abs((hueOfPixels(picture) ?? 0) - 227)).toBeLessThan(15)
  // What is transparent is not seen.
  const veiled = pixels(...repeated([20, 60, 200, 0], 6), ...repeated([200, 30, 20, 255], 3))
  expect(hueOfPixels(veiled)).toBeLessThan(15)
})

test.each([
  ['grey', repeated([120, 121, 120, 255], 9)],
  ['transparent', repeated([255, 0, 0, 0], 9)],
  ['empty', []],
])('a %s picture has no hue', (_, colours) => {
  expect(hueOfPixels(pixels(...colours))).toBeUndefined()
})
