import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { renderHtmlPage } from '../../../src/cli/output/output-file.js'
import type { LoadTestPageData } from '../../../src/web/load-test/page-data.js'
import { temporaryFolder } from '../servers/test-server.js'
import { visitPage } from './share-page.js'

export type Look = NonNullable<Parameters<Browser['newContext']>[0]>

/** The report of a load test, with its charts drawn. */
export async function openReport(browser: Browser, data: LoadTestPageData, look: Look = {}) {
  const file = join(await temporaryFolder(), 'report.html')
  await writeFile(file, await renderHtmlPage('load-test', data))
  const visit = await visitPage(browser, pathToFileURL(file).href, look)
  await visit.go()
  await visit.page.locator('.uplot').first().waitFor()
  // Charts follow the width of their figures a frame after they are drawn.
  await expect.poll(() => misfitOf(visit.page)).toBeLessThan(2)
  return visit
}

/** By how much a picture is wider or narrower than its figure has room, at most. */
export const misfitOf = (page: Page): Promise<number> =>
  page.evaluate(`Math.max(...[...document.querySelectorAll('figure')].map((figure) =>
    Math.abs(figure.clientWidth - 16 - figure.querySelector('canvas').getBoundingClientRect().width)))`)
