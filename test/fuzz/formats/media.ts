import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { createImages } from '../../../src/adapters/images/images.js'
import { createPalettes } from '../../../src/adapters/images/palette.js'
import { createPdfReader } from '../../../src/adapters/pdf/reader.js'
import { fromBase64 } from '../../../src/audio/base64.js'
import { findSampleData, readWav, writeWav } from '../../../src/audio/wav.js'
import { createAudioStreamReader } from '../../../src/audio/wav-stream.js'
import { readGlbMetadata } from '../../../src/domain/characters/glb.js'
import { findBuiltFile } from '../../../src/runtime/process/package-root.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import type { Format, OpenFormats } from './format.js'

const DOCUMENTS = ['fixtures/documents', 'fixtures/documents/bad']
/** Larger ones are slow to read, and tell nothing that small ones do not. */
const SEED_BYTES = 200_000

/** What people upload, download and say. */
export const openMedia: OpenFormats = async () => [await openPdf(), await openImage(), glb, wav, base64]

async function openPdf(): Promise<Format> {
  const worker = await findBuiltFile('adapters/pdf/read.worker.js')
  const reader = createPdfReader({ worker, threads: 1, timers: createTimers() })
  const folders = await Promise.all(
    DOCUMENTS.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  )
  const files = folders.flat().filter((name) => name.endsWith('.pdf') && !name.includes('bomb'))
  const all = await Promise.all(files.map((file) => readFile(file)))
  return {
    name: 'pdf',
    seeds: all.filter(({ length }) => length < SEED_BYTES),
    read: async (bytes) => {
      await reader.read(new Uint8Array(bytes), new AbortController().signal)
      return []
    },
    close: reader.close,
  }
}

async function openImage(): Promise<Format> {
  const images = createImages()
  const palettes = createPalettes()
  const picture = () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } }).withMetadata({
      orientation: 6,
    })
  const seeds = await Promise.all([
    picture().jpeg().toBuffer(),
    picture().png().toBuffer(),
    picture().webp().toBuffer(),
    picture().gif().toBuffer(),
    picture().tiff().toBuffer(),
  ])
  const streamOf = async function* (bytes: Uint8Array) {
    yield bytes
  }
  return {
    name: 'image',
    seeds,
    read: async (bytes) => {
      const colours = await palettes.extract(streamOf(bytes))
      const clean = await images.sanitize(streamOf(bytes))
      const square = await images.cropSquare(clean, 32)
      const { width, height } = await sharp(square.bytes).metadata()
      return [
        ...(colours.every((colour) => /^#[\da-f]{6}$/.test(colour)) ? [] : [`colours are ${colours.join()}`]),
        ...(width === 32 && height === 32 ? [] : [`a square of ${width} by ${height}`]),
      ]
    },
  }
}

const glb: Format = {
  name: 'glb',
  seeds: [
    glbOf({ asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes: [{ name: 'a' }] }),
    glbOf({
      asset: { version: '2.0' },
      skins: [{ joints: [0] }],
      animations: [{ name: 'idle' }, {}],
      nodes: [{}],
    }),
  ],
  read: async (bytes) => {
    const { animations } = await readGlbMetadata({
      size: bytes.length,
      read: async (start, length) => bytes.subarray(start, start + length),
    })
    return animations.every((name) => typeof name === 'string') ? [] : ['a clip has no name']
  },
}

function glbOf(scene: object): Buffer {
  const json = Buffer.from(JSON.stringify(scene).padEnd(Math.ceil(JSON.stringify(scene).length / 4) * 4))
  const words = (...values: number[]) => {
    const bytes = Buffer.alloc(4 * values.length)
    for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at)
    return bytes
  }
  const bin = Buffer.alloc(8)
  const parts = [words(json.length, 0x4e4f534a), json, words(bin.length, 0x004e4942), bin]
  const length = parts.reduce((sum, part) => sum + part.length, 12)
  return Buffer.concat([words(0x46546c67, 2, length), ...parts])
}

const wav: Format = {
  name: 'wav',
  seeds: [Buffer.from(writeWav(24_000, Buffer.alloc(960, 3))), Buffer.from(writeWav(8000, Buffer.alloc(31)))],
  read: async (bytes) => {
    const stream = createAudioStreamReader(24_000)
    const pieces = [bytes.subarray(0, 7), bytes.subarray(7, 50), bytes.subarray(50)]
    const streamed = pieces.flatMap((piece) => [...stream.push(piece)])
    findSampleData(bytes)
    const { samples, sampleRate } = readWav(bytes)
    return [
      ...([...samples, ...streamed].every((sample) => Math.abs(sample) <= 1) ? [] : ['samples are beyond 1']),
      ...(sampleRate > 0 ? [] : [`the rate is ${sampleRate}`]),
    ]
  },
}

const base64: Format = {
  name: 'pcm in base64',
  seeds: [Buffer.from(Buffer.alloc(960, 7).toString('base64'))],
  read: async (bytes) => {
    const text = bytes.toString('utf8')
    const read = fromBase64(text)
    // Whatever is taken is what everybody else reads of it.
    return read === undefined || Buffer.from(text, 'base64').equals(read)
      ? []
      : ['is read otherwise than by Node']
  },
}
