import sharp, { type Sharp } from 'sharp'

const WIDTH = 320
const HEIGHT = 240

type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number]

/** A picture of which each pixel is worked out; x and y run from 0 to 1. */
const painted = (paint: Paint, { width = WIDTH, height = HEIGHT } = {}): Sharp => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height]
    pixels.set(
      paint(x, y).map((value) => Math.max(0, Math.min(255, Math.round(value)))),
      3 * at,
    )
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const svg = (content: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320">${content}</svg>`),
  ).flatten()

/** The same pseudo-random numbers each time. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const noise = (seed: number) => {
  const next = chance(seed)
  return painted(() => [255 * next(), 255 * next(), 255 * next()])
}

/** Something as fine as a photograph: soft hills of light with grain over them. */
const landscape = (sky: readonly [number, number, number], ground: readonly [number, number, number]) => {
  const next = chance(7)
  return painted((x, y) => {
    const hill = 0.5 + 0.12 * Math.sin(9 * x) + 0.06 * Math.sin(31 * x)
    const base = y < hill ? sky : ground
    const light = 0.7 + 0.4 * (y < hill ? y : 1 - y) + 0.25 * Math.sin(40 * x * y) + 0.2 * (next() - 0.5)
    return [base[0] * light, base[1] * light, base[2] * light]
  })
}

const FACE =
  '<rect width="320" height="320" fill="#ffd23f"/><circle cx="160" cy="160" r="110" fill="#ee4266"/>' +
  '<circle cx="120" cy="130" r="18"/><circle cx="200" cy="130" r="18"/><rect x="110" y="200" width="100" height="16"/>'
const HOUSE =
  '<rect width="320" height="320" fill="#8ecae6"/><rect y="220" width="320" height="100" fill="#2d6a4f"/>' +
  '<rect x="90" y="130" width="140" height="110" fill="#9d0208"/><path d="M70 130 L160 50 L250 130 Z" fill="#6a040f"/>'

/** Ten pictures that have little in common. */
export const PICTURES: Readonly<Record<string, () => Sharp>> = {
  night: () => landscape([20, 24, 60], [8, 10, 14]),
  noon: () => landscape([150, 205, 250], [90, 170, 60]),
  sunset: () => landscape([250, 150, 70], [120, 50, 30]),
  face: () => svg(FACE),
  house: () => svg(HOUSE),
  dawn: () => painted((_, y) => [255 * y, 120 + 60 * y, 200 - 120 * y]),
  fog: () => painted((x) => [200 + 50 * x, 200 + 50 * x, 205 + 50 * x]),
  noise: () => noise(3),
  black: () => painted(() => [0, 0, 0]),
  snow: () => painted(() => [252, 252, 252]),
}

export const pictureOf = async (name: string): Promise<Buffer> =>
  (await PICTURES[name]?.().png().toBuffer()) ?? Buffer.alloc(0)

export const cmykJpeg = () => svg(FACE).toColourspace('cmyk').jpeg().toBuffer()
export const deepPng = () => svg(FACE).toColourspace('rgb16').png().toBuffer()
export const largeJpeg = () =>
  sharp({ create: { width: 5000, height: 4000, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
