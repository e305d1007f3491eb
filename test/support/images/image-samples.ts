import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { animated } from './images.js'
import { cmykJpeg, deepPng, largeJpeg, PICTURES } from './pictures.js'

/** A picture as somebody may send it, and what it must become: a file of this format and size, or a refusal. */
export type ImageSample = {
  readonly name: string
  readonly make: () => Promise<Buffer>
  readonly expected: readonly [extension: 'jpg' | 'png' | 'webp', width: number, height: number] | 'refused'
}

const picture = (name: string): Sharp => PICTURES[name]?.() ?? sharp()
const flat = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })
const half = async (whole: Promise<Buffer>) => (await whole).subarray(0, (await whole).length / 2)
const bytes = async (content: string | Buffer) => Buffer.from(content as string)
const sixteenBits = (channels: 1 | 3) =>
  sharp(
    Uint16Array.from({ length: 64 * 64 * channels }, (_, at) => at * 5),
    { raw: { width: 64, height: 64, channels } },
  )
    .toColourspace(channels === 1 ? 'grey16' : 'rgb16')
    .png()
    .toBuffer()

/** A PNG that says it is as large as this; its pixels, if any, are zeros. */
function pngOfSize(width: number, height: number, rows = 0): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND'),
  ])
}

function chunk(type: string, content = Buffer.alloc(0)): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc(typed))
  return Buffer.concat([length, typed, sum])
}

function crc(data: Buffer): number {
  let sum = 0xff_ff_ff_ff
  for (const byte of data) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0)
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0
}

/** With text of 64 MB in it, packed small. */
async function metadataBomb(): Promise<Buffer> {
  const whole = await flat(8, 8).png().toBuffer()
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(64 * 2 ** 20))])
  return Buffer.concat([whole.subarray(0, 33), chunk('zTXt', text), whole.subarray(33)])
}

/** A picture whose head says another size. */
async function resized(whole: Promise<Buffer>, at: (file: Buffer) => number, size: Buffer): Promise<Buffer> {
  const file = Buffer.from(await whole)
  size.copy(file, at(file))
  return file
}

const photographs: readonly ImageSample[] = [
  { name: 'a night, JPEG', make: () => picture('night').jpeg().toBuffer(), expected: ['jpg', 320, 240] },
  { name: 'noon, PNG', make: () => picture('noon').png().toBuffer(), expected: ['png', 320, 240] },
  { name: 'a sunset, WebP', make: () => picture('sunset').webp().toBuffer(), expected: ['webp', 320, 240] },
  {
    name: 'noon, progressive JPEG',
    make: () => picture('noon').jpeg({ progressive: true }).toBuffer(),
    expected: ['jpg', 320, 240],
  },
  {
    name: 'a night, grey JPEG',
    make: () => picture('night').greyscale().jpeg().toBuffer(),
    expected: ['jpg', 320, 240],
  },
  {
    name: 'a sunset of low quality',
    make: () => picture('sunset').jpeg({ quality: 5 }).toBuffer(),
    expected: ['jpg', 320, 240],
  },
  {
    name: 'noon, colours of every pixel',
    make: () => picture('noon').jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
    expected: ['jpg', 320, 240],
  },
  {
    name: 'a night, lossless WebP',
    make: () => picture('night').webp({ lossless: true }).toBuffer(),
    expected: ['webp', 320, 240],
  },
  {
    name: 'a sunset with a profile of wide colours',
    make: () => picture('sunset').withIccProfile('p3').jpeg().toBuffer(),
    expected: ['jpg', 320, 240],
  },
  {
    name: 'noon from a camera that lay on its side',
    make: () => picture('noon').withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    expected: ['jpg', 240, 320],
  },
]

const drawings: readonly ImageSample[] = [
  { name: 'a face, PNG', make: () => picture('face').png().toBuffer(), expected: ['png', 320, 320] },
  {
    name: 'a face of few colours',
    make: () => picture('face').png({ palette: true, colours: 8 }).toBuffer(),
    expected: ['png', 320, 320],
  },
  {
    name: 'a house, interlaced',
    make: () => picture('house').png({ progressive: true }).toBuffer(),
    expected: ['png', 320, 320],
  },
  { name: 'a house, JPEG', make: () => picture('house').jpeg().toBuffer(), expected: ['jpg', 320, 320] },
  {
    name: 'a house, WebP',
    make: () => picture('house').webp({ lossless: true }).toBuffer(),
    expected: ['webp', 320, 320],
  },
  {
    name: 'a face in black and white',
    make: () => picture('face').threshold().png({ palette: true, colours: 2 }).toBuffer(),
    expected: ['png', 320, 320],
  },
  {
    name: 'a face half to be seen through',
    make: () => picture('face').ensureAlpha(0.5).png().toBuffer(),
    expected: ['png', 320, 320],
  },
  {
    name: 'a house half to be seen through, WebP',
    make: () => picture('house').ensureAlpha(0.5).webp().toBuffer(),
    expected: ['webp', 320, 320],
  },
]

const gradients: readonly ImageSample[] = [
  { name: 'dawn, PNG', make: () => picture('dawn').png().toBuffer(), expected: ['png', 320, 240] },
  { name: 'dawn, JPEG', make: () => picture('dawn').jpeg().toBuffer(), expected: ['jpg', 320, 240] },
  { name: 'fog, WebP', make: () => picture('fog').webp().toBuffer(), expected: ['webp', 320, 240] },
  { name: 'noise, JPEG', make: () => picture('noise').jpeg().toBuffer(), expected: ['jpg', 320, 240] },
  { name: 'black, PNG', make: () => picture('black').png().toBuffer(), expected: ['png', 320, 240] },
  { name: 'snow, WebP', make: () => picture('snow').webp().toBuffer(), expected: ['webp', 320, 240] },
]

const sizes: readonly ImageSample[] = [
  { name: 'one pixel, PNG', make: () => flat(1, 1).png().toBuffer(), expected: ['png', 1, 1] },
  { name: 'one pixel, JPEG', make: () => flat(1, 1).jpeg().toBuffer(), expected: ['jpg', 1, 1] },
  { name: 'one pixel, WebP', make: () => flat(1, 1).webp().toBuffer(), expected: ['webp', 1, 1] },
  { name: 'a column', make: () => flat(1, 2000).png().toBuffer(), expected: ['png', 1, 2000] },
  { name: 'a row', make: () => flat(3000, 1).webp().toBuffer(), expected: ['webp', 3000, 1] },
  { name: '20 megapixels', make: largeJpeg, expected: ['jpg', 5000, 4000] },
]

const kinds: readonly ImageSample[] = [
  { name: 'an animated WebP', make: () => animated('webp'), expected: ['webp', 8, 8] },
  { name: 'a CMYK JPEG', make: cmykJpeg, expected: ['jpg', 320, 320] },
  { name: 'a PNG of 16 bits', make: deepPng, expected: ['png', 320, 320] },
  { name: 'colours of 16 bits', make: () => sixteenBits(3), expected: ['png', 64, 64] },
  { name: 'greys of 16 bits', make: () => sixteenBits(1), expected: ['png', 64, 64] },
  {
    name: 'a JPEG with something behind its end',
    make: async () => Buffer.concat([await picture('face').jpeg().toBuffer(), Buffer.alloc(5000, 7)]),
    expected: ['jpg', 320, 320],
  },
]

const corrupt: readonly ImageSample[] = [
  { name: 'half a JPEG', make: () => half(picture('noon').jpeg().toBuffer()), expected: 'refused' },
  { name: 'half a PNG', make: () => half(picture('noon').png().toBuffer()), expected: 'refused' },
  { name: 'half a WebP', make: () => half(picture('noon').webp().toBuffer()), expected: 'refused' },
  { name: 'the head of a PNG', make: async () => pngOfSize(64, 64), expected: 'refused' },
  { name: 'nothing', make: () => bytes(''), expected: 'refused' },
  { name: 'a text', make: () => bytes('Not a picture, just some words.'), expected: 'refused' },
  {
    name: 'the first bytes of a JPEG, then chance',
    make: () =>
      bytes(
        Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 500 }, (_, at) => (at * 37) % 256)]),
      ),
    expected: 'refused',
  },
]

const others: readonly ImageSample[] = [
  { name: 'a GIF', make: () => animated('gif'), expected: 'refused' },
  { name: 'an SVG', make: () => bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), expected: 'refused' },
  { name: 'a TIFF', make: () => flat(8, 8).tiff().toBuffer(), expected: 'refused' },
  { name: 'a PDF', make: () => bytes('%PDF-1.7\n%%EOF'), expected: 'refused' },
]

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])

const bombs: readonly ImageSample[] = [
  {
    name: 'a PNG of 4 gigapixels by its head',
    make: async () => pngOfSize(65_500, 65_500),
    expected: 'refused',
  },
  {
    name: 'a PNG of 64 megapixels of nothing',
    make: async () => pngOfSize(8000, 8000, 8000),
    expected: 'refused',
  },
  {
    name: 'a JPEG of 4 gigapixels by its head',
    make: () =>
      resized(
        flat(8, 8).jpeg().toBuffer(),
        (file) => file.indexOf(Buffer.from([0xff, 0xc0])) + 5,
        Buffer.concat([u16(65_500), u16(65_500)]),
      ),
    expected: 'refused',
  },
  { name: 'a PNG with 64 MB of packed text', make: metadataBomb, expected: ['png', 8, 8] },
]

export const IMAGE_SAMPLES: readonly ImageSample[] = [
  ...photographs,
  ...drawings,
  ...gradients,
  ...sizes,
  ...kinds,
  ...corrupt,
  ...others,
  ...bombs,
]
