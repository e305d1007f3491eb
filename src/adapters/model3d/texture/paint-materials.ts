import { type Colour, darker, lighter, toHex } from './colour.js'

/** A gradient that gets darker towards the bottom. */
export const verticalGradient = (
  id: string,
  stops: readonly (readonly [at: number, colour: Colour])[],
): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map(([at, colour]) => `<stop offset="${at}" stop-color="${toHex(colour)}"/>`)
    .join('')}</linearGradient>`

export const filledRect = (paint: string, width: number, height: number): string =>
  `<rect width="${width}" height="${height}" fill="${paint}"/>`

export const paintPlain = (colour: Colour, width: number, height: number): string =>
  verticalGradient('g', [
    [0, lighter(colour, 0.05)],
    [0.6, colour],
    [1, darker(colour, 0.1)],
  ]) + filledRect('url(#g)', width, height)

/** Strands from the crown down with a band of light, darker at the tips. */
export function paintHair(colour: Colour, width: number, height: number): string {
  const strands = Array.from({ length: 26 }, (_, at) => {
    const x = ((at + 0.5) * width) / 26
    const shade = at % 3 === 0 ? lighter(colour, 0.1) : darker(colour, 0.16)
    const lean = ((at * 7) % 5) - 2
    return `<path d="M${x},0 Q${x + lean},${height / 2} ${x - lean},${height}" stroke="${toHex(shade)}" stroke-width="${1.5 + (at % 4)}" stroke-opacity=".5" fill="none"/>`
  })
  const gleam = lighter(colour, 0.3)
  const band = `<linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop offset=".16" stop-color="${toHex(gleam)}" stop-opacity="0"/><stop offset=".3" stop-color="${toHex(gleam)}" stop-opacity=".42"/><stop offset=".46" stop-color="${toHex(gleam)}" stop-opacity="0"/></linearGradient>`
  const base = verticalGradient('g', [
    [0, darker(colour, 0.08)],
    [0.4, colour],
    [1, darker(colour, 0.24)],
  ])
  return (
    base +
    band +
    filledRect('url(#g)', width, height) +
    strands.join('') +
    filledRect('url(#b)', width, height)
  )
}

export const paintMetal = (colour: Colour, width: number, height: number): string =>
  verticalGradient('g', [
    [0, lighter(colour, 0.4)],
    [0.3, colour],
    [0.55, lighter(colour, 0.25)],
    [1, darker(colour, 0.3)],
  ]) + filledRect('url(#g)', width, height)

export function paintWood(colour: Colour, width: number, height: number): string {
  const grain = Array.from({ length: 7 }, (_, at) => {
    const x = (at * width) / 6
    return `<path d="M${x},0 Q${x + 6},${height * 0.4} ${x - 3},${height}" stroke="${toHex(darker(colour, 0.25))}" stroke-width="2" stroke-opacity=".5" fill="none"/>`
  })
  return paintPlain(colour, width, height) + grain.join('')
}

/** Rows of feathers, the longest at the edge. */
export function paintWing(colour: Colour, width: number, height: number): string {
  const feathers = Array.from({ length: 36 }, (_, at) => {
    const [x, y] = [((at % 12) * width) / 12, Math.floor(at / 12) * height * 0.3]
    const [wide, long] = [width / 12, height * 0.4]
    return `<path d="M${x},${y} v${long * 0.7} q${wide / 2},${long * 0.5} ${wide},0 v${-long * 0.7}" fill="none" stroke="${toHex(darker(colour, 0.22))}" stroke-width="2.5"/>`
  })
  return paintPlain(colour, width, height) + feathers.join('')
}
