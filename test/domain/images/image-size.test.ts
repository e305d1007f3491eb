import sharp from 'sharp'
import { expect, test } from 'vitest'
import { IMAGE_HEAD_BYTES, readImageSize } from '../../../src/domain/images/image-size.js'

const picture = (channels: 3 | 4) =>
  sharp({ create: { width: 321, height: 123, channels, background: { r: 9, g: 90, b: 200, alpha: 0.5 } } })

test.each([
  ['PNG', () => picture(4).png()],
  ['JPEG', () => picture(3).jpeg()],
  ['progressive JPEG', () => picture(3).jpeg({ progressive: true })],
  ['lossy WebP', () => picture(3).webp()],
  ['lossless WebP', () => picture(3).webp({ lossless: true })],
  ['extended WebP', () => picture(4).webp()],
])('the size of a %s is read from its beginning', async (_, make) => {
  const bytes = await make().toBuffer()
  expect(readImageSize(bytes.subarray(0, IMAGE_HEAD_BYTES))).toEqual({ width: 321, height: 123 })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['another format', Buffer.from(`GIF89a${'x'.repeat(60)}`)],
  ['a RIFF file that is no picture', Buffer.from(`RIFF\0\0\0\0WAVEfmt ${'\0'.repeat(60)}`)],
  ['a JPEG that ends before its frame', Buffer.from(`ffd8ffe0fff0${'00'.repeat(40)}`, 'hex')],
  ['a JPEG whose segments have no length', Buffer.from(`ffd8${'ffe00000'.repeat(20)}`, 'hex')],
  ['a PNG without width', Buffer.from(`89504e470d0a1a0a0000000d49484452${'00'.repeat(30)}`, 'hex')],
])('%s has no size', (_, bytes) => {
  expect(readImageSize(bytes)).toBeUndefined()
})

test('no cut of a picture breaks the reader', async () => {
  for (const bytes of [await picture(3).jpeg().toBuffer(), await picture(4).webp().toBuffer()]) {
    for (let end = 0; end < 200; end++) {
      const size = readImageSize(bytes.subarray(0, end))
      expect(size ?? { width: 321, height: 123 }).toEqual({ width: 321, height: 123 })
    }
  }
})
