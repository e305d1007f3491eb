// `npm run screens`: makes docs/screens anew, one small picture of each page (390, 820 and 1440 pixels; light and dark) and one
// of the figures, from a server with real data. Needs a build (`npm run build:code`) and Chromium on the PATH.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { makePages } from './pages.js'
import { startServer } from './server.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const output = join(root, 'docs/screens')
const HEIGHT = 900
/** Windows, and how wide each is in the picture. */
const WINDOWS = [
  { width: 390, shown: 170 },
  { width: 820, shown: 310 },
  { width: 1440, shown: 480 },
]
const GAP = 10
/** The names of those to take; none: all. */
const wanted = process.argv.slice(2)
/** What still fades in would be paler. */
const SETTLED = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined)))`
/** What all pictures together may take, in bytes. */
const MOST_BYTES = 1_000_000

const folder = mkdtempSync(join(tmpdir(), 'parley-screens-'))
const server = await startServer(root, folder)
try {
  mkdirSync(output, { recursive: true })
  const pages = await makePages({ ...server, folder })
  const browser = await chromium.launch({
    executablePath: (process.env.PATH ?? '')
      .split(delimiter)
      .map((part) => join(part, 'chromium'))
      .find((file) => existsSync(file)),
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  })
  try {
    for (const page of pages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      await takeSheet(browser, page)
      console.log(`docs/screens/${page.name}.webp`)
    }
  } finally {
    await browser.close()
  }
  await sharp(join(root, 'fixtures/models/contact-sheet.png'))
    .resize({ width: 1000 })
    .webp({ quality: 70 })
    .toFile(join(output, 'figures.webp'))
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
const bytes = readdirSync(output).reduce((sum, name) => sum + statSync(join(output, name)).size, 0)
console.log(`${Math.round(bytes / 1000)} kB`)
if (bytes > MOST_BYTES) throw new Error('The pictures are too large to be kept in the repository')

/** One picture of a page in every window, light above dark. */
async function takeSheet(browser, { name, address, prepare }) {
  const tiles = []
  let top = 0
  for (const colorScheme of ['light', 'dark']) {
    let left = 0
    let lowest = 0
    for (const { width, shown } of WINDOWS) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: HEIGHT } })
      const page = await context.newPage()
      // Without a graphics card a figure takes long.
      page.setDefaultTimeout(120_000)
      await page.goto(address.startsWith('http') ? address : pathToFileURL(address).href)
      await prepare(page)
      await page.evaluate(SETTLED)
      const picture = sharp(await page.screenshot()).resize({ width: shown })
      const { data, info } = await picture.png().toBuffer({ resolveWithObject: true })
      tiles.push({ input: data, left, top })
      left += shown + GAP
      lowest = Math.max(lowest, info.height)
      await context.close()
    }
    top += lowest + GAP
  }
  const width = WINDOWS.reduce((sum, { shown }) => sum + shown + GAP, -GAP)
  await sharp({ create: { width, height: top - GAP, channels: 3, background: '#808080' } })
    .composite(tiles)
    .webp({ quality: 72 })
    .toFile(join(output, `${name}.webp`))
}
