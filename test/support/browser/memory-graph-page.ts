import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import { renderGraphPage } from '../../../src/cli/memories/graph-view.js'
import type { MemoryGraphPageData } from '../../../src/web/memory-graph/page-data.js'
import { temporaryFolder } from '../servers/test-server.js'
import { connectBrowser, executablePath } from './browser.js'
import { visitPage } from './share-page.js'

export type Look = NonNullable<Parameters<Browser['newContext']>[0]>

const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** What opens pages of memory graphs in a browser, where there is one, for all tests of a file. */
export function useGraphPage() {
  let browser: Browser
  beforeAll(async () => {
    if (executablePath !== undefined) browser = await connectBrowser()
  })
  afterAll(() => browser?.close())
  return (data: MemoryGraphPageData, look?: Look) => openGraph(browser, data, look)
}

/** The page of a memory graph in a wide window, ready, and what the browser complained about. */
async function openGraph(browser: Browser, data: MemoryGraphPageData, look: Look = {}) {
  const file = join(await temporaryFolder(), 'graph.html')
  await writeFile(file, await renderGraphPage(data))
  const { href } = pathToFileURL(file)
  const { page, strays, go } = await visitPage(browser, href, {
    ...{ reducedMotion: 'reduce', viewport: DESKTOP },
    ...look,
  })
  await go()
  await page.locator('html[data-ready]').waitFor()
  return { page, strays }
}

/** What is drawn in the frames after this moment: the camera moves in one of them. */
export async function pictureOf(page: Page): Promise<Buffer> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  return page.locator('#graph').screenshot()
}

export type Pixel = { readonly red: number; readonly green: number; readonly blue: number }
export const isDot = ({ red, green, blue }: Pixel) => blue - red > 60 && blue - green > 40

/** The share of the picture's pixels that have the colour of memories, or another, in the light theme. */
export async function shareOfDots(page: Page, isCounted = isDot): Promise<number> {
  const { data } = await sharp(await pictureOf(page))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dots = Array.from({ length: data.length / 3 }, (_, index) => index * 3).filter((at) =>
    isCounted({ red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0 }),
  )
  return dots.length / (data.length / 3)
}
