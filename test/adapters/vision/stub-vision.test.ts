import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createStubVision } from '../../../src/adapters/vision/stub-vision.js'
import { cmykJpeg, deepPng, PICTURES, pictureOf } from '../../support/images/pictures.js'

const vision = createStubVision()
const AS_USUAL = { appearance: null, voice: null, persona: null }
const imagine = async (picture: Uint8Array) => vision.suggestCharacter(picture, AS_USUAL)

test.each([
  ['night', [/photograph/, /dark blue/, /very dark|dark with/, /wide/]],
  ['noon', [/photograph/, /sky blue|pale sky blue|pale blue/, /green|lime/, /bright|evenly/]],
  ['sunset', [/photograph/, /orange/, /brown/, /warm/]],
  ['face', [/drawing/, /yellow \(\d+ %\)/, /pink|red/, /square/, /both sides mirror each other/]],
  ['house', [/drawing/, /dark green|green/, /dark red|red/, /most light is in the top/]],
  ['dawn', [/gradient/, /violet|blue|orange/]],
  ['fog', [/gradient/, /light grey|white/, /very bright/, /neither warm nor cool/]],
  ['noise', [/texture of noise/]],
  ['black', [/even surface/, /black \(100 %\)/, /very dark with hardly any contrast/]],
  ['snow', [/even surface/, /white \(100 %\)/, /very bright/]],
] as const)('of %s it tells what the pixels show', async (name, patterns) => {
  const words = await vision.describe(await pictureOf(name))
  for (const pattern of patterns) expect(words).toMatch(pattern)
})

test('a question is answered with what is seen, and without pretending to know more', async () => {
  const picture = await pictureOf('face')
  expect(await vision.describe(picture, { question: 'Who is that?' })).toBe(await vision.describe(picture))
})

test('the same pixels give the same character, in whatever format and in the next run', async () => {
  const picture = PICTURES['house']?.() ?? sharp()
  const [png, webp] = await Promise.all([
    picture.clone().png().toBuffer(),
    picture.clone().webp({ lossless: true }).toBuffer(),
  ])
  expect(await imagine(png)).toEqual(await imagine(webp))
  expect(await createStubVision().suggestCharacter(png, AS_USUAL)).toEqual(await imagine(png))
})

test('no two of ten pictures give a text in common', async () => {
  const all = await Promise.all(Object.keys(PICTURES).map(async (name) => imagine(await pictureOf(name))))
  for (const field of ['name', 'appearance', 'voice', 'persona'] as const) {
    expect(new Set(all.map((one) => one[field])).size).toBe(all.length)
  }
})

/** How far apart the pixels are, of pictures as small as a stamp. */
async function distance(a: Uint8Array, b: Uint8Array): Promise<number> {
  const stamp = async (picture: Uint8Array) => [
    ...(await sharp(picture).removeAlpha().resize(16, 16, { fit: 'fill' }).raw().toBuffer()),
  ]
  const [one, other] = [await stamp(a), await stamp(b)]
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0)
}

const wordsOf = (text: string) => text.split(/[^\p{L}]+/u).filter((word) => word !== '')

test('the two most distant of ten pictures share no name, palette or voice', async () => {
  const pictures = await Promise.all(Object.keys(PICTURES).map(pictureOf))
  const pairs = pictures.flatMap((a, at) => pictures.slice(at + 1).map((b) => ({ a, b })))
  const far = await Promise.all(pairs.map(async (pair) => ({ ...pair, far: await distance(pair.a, pair.b) })))
  const { a, b } = far.reduce((best, one) => (one.far > best.far ? one : best))
  const [one, other] = [await imagine(a), await imagine(b)]

  expect(wordsOf(one.name).filter((word) => wordsOf(other.name).includes(word))).toEqual([])
  const palette = async (picture: Uint8Array) =>
    [...(await vision.describe(picture)).matchAll(/([a-z ]+) \(\d+ %\)/g)].map(([, name = '']) => name.trim())
  const colours = await palette(b)
  expect((await palette(a)).filter((colour) => colours.includes(colour))).toEqual([])
  expect(one.voice).not.toBe(other.voice)
  expect(one.voice.split(',')[0]).not.toBe(other.voice.split(',')[0])
})

test('wishes are handed on in the texts that they are about, and nowhere else', async () => {
  const picture = await pictureOf('face')
  const usual = await imagine(picture)
  const wished = await vision.suggestCharacter(picture, { ...AS_USUAL, voice: 'like a pirate' })
  expect(wished).toEqual({ ...usual, voice: `${usual.voice} As asked for: like a pirate` })
})

test.each([
  ['a CMYK JPEG', cmykJpeg],
  ['a PNG of 16 bits', deepPng],
])('%s shows the colours that people see', async (_, make) => {
  expect(await vision.describe(await make())).toMatch(/yellow|orange/)
})

test('transparent places are seen as white', async () => {
  const clear = { create: { width: 8, height: 8, channels: 4 as const, background: '#00000000' } }
  expect(await vision.describe(await sharp(clear).png().toBuffer())).toContain('white (100 %)')
})

test('who gave up waiting gets no answer', async () => {
  const picture = await pictureOf('black')
  await expect(vision.describe(picture, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
})
