import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPalettes } from '../../../src/adapters/images/palette.js'

async function* once(bytes: Uint8Array) {
  yield bytes
}
const { extract: of } = createPalettes()

const plain = (background: string, width: number) => ({
  create: { width, height: 60, channels: 3 as const, background },
})

test('a palette has the colours of a picture, the largest share first', async () => {
  const red = await sharp(plain('#cc2211', 20)).png().toBuffer()
  const picture = await sharp(plain('#3366cc', 60))
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer()
  expect(await of(once(picture))).toEqual(['#3366cc', '#cc2211'])
})

test('what is seen through is white, and noise has no more than six colours', async () => {
  const clear = { create: { width: 9, height: 9, channels: 4 as const, background: '#00000000' } }
  expect(await of(once(await sharp(clear).png().toBuffer()))).toEqual(['#ffffff'])
  const noise = { ...plain('#000000', 200), noise: { type: 'gaussian' as const, mean: 128, sigma: 60 } }
  const found = await of(
    once(
      await sharp({ create: { ...noise.create, noise: noise.noise } })
        .png()
        .toBuffer(),
    ),
  )
  expect(found.length).toBeLessThanOrEqual(6)
})

test('what is no picture has no colours', async () => {
  expect(await of(once(Buffer.from('no picture')))).toEqual([])
})
