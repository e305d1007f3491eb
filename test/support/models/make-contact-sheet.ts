import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createBodyBuilder } from '../../../src/adapters/model3d/body-builder.js'
import { findBuiltFile, findPackage } from '../../../src/runtime/process/package-root.js'
import { JUDGED } from './judged.js'

/** Writes `fixtures/models/contact-sheet.png`: 50 characters from 50 descriptions, as their thumbnails show them. */
const COLUMNS = 10
const TILE = 150

const builder = createBodyBuilder({
  worker: await findBuiltFile('adapters/model3d/build.worker.js'),
  threads: 2,
})
const bodies = await Promise.all(
  JUDGED.map(({ appearance }) => builder.build({ appearance, palette: [], rigged: false })),
)
await builder.stop()
const tiles = await Promise.all(
  bodies.map(async ({ thumbnail }, at) => ({
    input: await sharp(thumbnail).resize(TILE, TILE).toBuffer(),
    left: (at % COLUMNS) * TILE,
    top: Math.floor(at / COLUMNS) * TILE,
  })),
)
const [width, height] = [COLUMNS * TILE, Math.ceil(tiles.length / COLUMNS) * TILE]
const sheet = sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite(tiles)
const png = await sheet.png({ palette: true, colours: 256, effort: 10 }).toBuffer()
const folder = join((await findPackage()).root.pathname, 'fixtures/models')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'contact-sheet.png'), png)
