import { expect, test } from 'vitest'
import { createImages } from '../../../src/adapters/images/images.js'
import { createStubVision } from '../../../src/adapters/vision/stub-vision.js'
import { IMAGE_SAMPLES } from '../../support/images/image-samples.js'
import { metadataOf } from '../../support/images/images.js'

const images = createImages()
const vision = createStubVision()
const WISHES = { appearance: null, voice: null, persona: null }

async function* once(bytes: Uint8Array) {
  yield bytes
}

test('there are fifty of them, each another', async () => {
  expect(IMAGE_SAMPLES.length).toBeGreaterThanOrEqual(50)
  expect(new Set(IMAGE_SAMPLES.map(({ name }) => name)).size).toBe(IMAGE_SAMPLES.length)
})

test.each(IMAGE_SAMPLES.filter(({ expected }) => expected !== 'refused'))(
  '$name becomes a clean picture that can be looked at',
  async ({ make, expected }) => {
    const clean = await images.sanitize(once(await make()))
    const shown = await metadataOf(clean.bytes)
    expect([clean.extension, shown.width, shown.height]).toEqual(expected)
    expect([shown.exif, shown.xmp, shown.comments, shown.pages ?? 1]).toEqual([
      undefined,
      undefined,
      undefined,
      1,
    ])
    expect(await vision.describe(clean.bytes)).toMatch(/^The picture is (?:wide|tall|square): .*\(\d+ %\)/)
    const imagined = await vision.suggestCharacter(clean.bytes, WISHES)
    for (const text of Object.values(imagined)) expect(text).not.toBe('')
  },
)

test.each(IMAGE_SAMPLES.filter(({ expected }) => expected === 'refused'))(
  '$name is refused',
  async ({ make }) => {
    await expect(images.sanitize(once(await make()))).rejects.toMatchObject({
      kind: 'invalid',
      detail: expect.stringMatching(/^The image (?:must be a JPEG, PNG or WebP$|cannot be decoded)/),
    })
  },
)
