import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderGraphPage } from '../../../src/cli/memories/graph-view.js'
import { connectBrowser, executablePath, openContext } from '../../support/browser/browser.js'
import { overflowOf, seriousProblems } from '../../support/browser/share-page.js'
import { largeGraph } from '../../support/memories/large-graph.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

let browser: Browser

beforeAll(async () => {
  if (executablePath !== undefined) browser = await connectBrowser()
})
afterAll(() => browser?.close())

const inBrowser = test.skipIf(executablePath === undefined)

/** The page of so many memories, ready, and what the browser complained about. */
async function open(count: number, look: Parameters<Browser['newContext']>[0] = {}) {
  const file = join(await temporaryFolder(), 'graph.html')
  await writeFile(file, await renderGraphPage(largeGraph(count)))
  const context = await openContext(browser, {
    bypassCSP: look.bypassCSP ?? false,
    reducedMotion: 'reduce',
    ...look,
  })
  const page = await context.newPage()
  const strays: string[] = []
  page.on('request', (request) => {
    if (!/^(?:file|data):/.test(request.url())) strays.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') strays.push(message.text())
  })
  page.on('pageerror', (error) => strays.push(String(error)))
  await page.goto(pathToFileURL(file).href)
  await page.locator('html[data-ready]').waitFor()
  return { page, strays }
}

type Pixel = { readonly red: number; readonly green: number; readonly blue: number }
const isDot = ({ red, green, blue }: Pixel) => blue - red > 60 && blue - green > 40

/** The share of the picture's pixels that have the colour of memories, in the light theme. */
async function shareOfDots(page: Page): Promise<number> {
  const { data } = await sharp(await page.locator('#graph').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dots = Array.from({ length: data.length / 3 }, (_, index) => index * 3).filter((at) =>
    isDot({ red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0 }),
  )
  return dots.length / (data.length / 3)
}

inBrowser.each([5, 200, 2000])('%i memories are drawn, and each is in the list', async (count) => {
  const { page, strays } = await open(count)
  expect(await shareOfDots(page)).toBeGreaterThan(count === 5 ? 0.0005 : 0.01)
  expect(await page.locator('nav li li button').count()).toBe(count)
  expect(strays).toEqual([])
})

inBrowser('a topic opens by a click in the picture; its memory is chosen by another', async () => {
  const { page, strays } = await open(40)
  const heading = page.locator('#details h2')
  const box = await page.locator('#graph').boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await page.locator('nav .cluster > button').first().click()
  expect(await heading.textContent()).toBe('People')
  // The strongest memory is in the middle of its topic, which fills the picture now.
  await page.mouse.click(x, y)
  expect(await page.locator('nav button[aria-current]').count()).toBe(1)
  expect(await page.locator('#details dl').textContent()).toContain('kindmemory')
  await page.keyboard.press('Escape')
  expect(await page.locator('nav button[aria-current]').count()).toBe(0)
  expect(strays).toEqual([])
})

inBrowser('the timeline leaves out what came later, in the list and in the picture', async () => {
  const { page } = await open(200)
  const before = await shareOfDots(page)
  const slider = page.getByRole('slider', { name: 'Remembered' })
  await slider.focus()
  await page.keyboard.press('Home')
  expect(await page.locator('#until').textContent()).toBe('until 2030-01-03')
  const listed = await page.locator('nav li li:visible').count()
  expect(listed).toBeGreaterThan(0)
  expect(listed).toBeLessThan(20)
  await expect.poll(() => shareOfDots(page)).toBeLessThan(before / 5)
  await page.keyboard.press('End')
  expect(await page.locator('#until').textContent()).toBe('all time')
  expect(await page.locator('nav li li:visible').count()).toBe(200)
})

inBrowser('without WebGL a sentence says so, and the list has all of it', async () => {
  const { page, strays } = await open(60)
  await page.addInitScript(`
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...more)
    }`)
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  expect(await page.locator('#no-picture').textContent()).toMatch(/^This browser has no WebGL/)
  expect(await page.locator('#no-picture').isVisible()).toBe(true)
  await page.keyboard.press('/')
  await page.keyboard.type('pixel')
  await page.keyboard.press('Enter')
  expect(await page.locator('#details h2').textContent()).toContain('Pixel')
  expect(strays).toEqual([])
})

inBrowser.each(
  [390, 820, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => [theme, width] as const)),
)('axe finds nothing in %s at %i pixels, and nothing is wider than the page', async (colorScheme, width) => {
  const { page, strays } = await open(60, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true })
  await page.locator('nav .cluster > button').first().click()
  expect(await seriousProblems(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(strays).toEqual([])
})
