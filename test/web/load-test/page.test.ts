import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderHtmlPage } from '../../../src/cli/output/output-file.js'
import type { LoadTestPageData } from '../../../src/web/load-test/page-data.js'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import { overflowOf, problemsOf, visitPage } from '../../support/browser/share-page.js'
import { loadTestResult } from '../../support/measure/load-test-result.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

let browser: Browser

beforeAll(async () => {
  if (executablePath !== undefined) browser = await connectBrowser()
})
afterAll(() => browser?.close())

const inBrowser = test.skipIf(executablePath === undefined)

/** With a metric whose name is longer than a phone is wide. */
const wide = (result: LoadTestPageData): LoadTestPageData => {
  const metric = `http.GET /api/v1/characters/{characterId}/players/{playerId}/${'memories'.repeat(8)}`
  return { ...result, metrics: result.metrics.flatMap((row) => [row, { ...row, metric }]) }
}

async function open(data: LoadTestPageData, look: Parameters<Browser['newContext']>[0] = {}) {
  const file = join(await temporaryFolder(), 'report.html')
  await writeFile(file, await renderHtmlPage('load-test', data))
  const visit = await visitPage(browser, pathToFileURL(file).href, look)
  await visit.go()
  await visit.page.locator('.uplot').first().waitFor()
  return visit
}

inBrowser('a run that failed begins with why, and what was met comes after', async () => {
  const { page, strays } = await open(loadTestResult({ isMet: false }))
  expect(await page.title()).toBe('Load test: text, failed')
  expect(await page.locator('main h2').first().textContent()).toBe('Why it failed')
  expect(await page.locator('#verdicts li').allTextContents()).toEqual([
    'Failed: first_text p95 < 20 (41)',
    '3 of 1003 (0.30 %) first_text: timeout',
    'Met: turn p99 < 900 (610)',
  ])
  expect(await page.locator('figure figcaption').first().textContent()).toBe('Percentiles (ms)')
  expect(await page.locator('figure').first().locator('.u-legend .u-label').allTextContents()).toEqual([
    'percentile',
    'first_text',
    'turn',
  ])
  expect(strays).toEqual([])
})

inBrowser('a run that asked for too much does not count, and says what to do', async () => {
  const { generator, ...result } = loadTestResult({ isMet: true })
  const { page } = await open({ ...result, isValid: false, generator: { ...generator, eventLoopP99Ms: 70 } })
  expect(await page.locator('main h2').first().textContent()).toBe('Why it does not count')
  expect(await page.locator('#verdicts li').first().textContent()).toBe(
    'Not valid: the load test itself was 70 ms late (p99). Ask for less, or for more --processes',
  )
})

inBrowser('the values of a chart are read with the arrow keys', async () => {
  const { page, strays } = await open(loadTestResult({ isMet: true }))
  const chart = page.locator('#charts figure').first()
  const players = chart.locator('.u-series').nth(1).locator('.u-value')
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => players.textContent()).toBe('0.0')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => players.textContent()).toBe('2.0')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => players.textContent()).toBe('0.0')
  expect(strays).toEqual([])
})

inBrowser('the tables scroll by keyboard in a narrow window', async () => {
  const { page } = await open(loadTestResult({ isMet: true }), { viewport: { width: 390, height: 800 } })
  expect(await page.locator('main h2').first().textContent()).toBe('Verdict')
  const table = page.getByRole('group', { name: 'What it took, in milliseconds' })
  await table.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
})

inBrowser.each(
  [390, 820, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => [theme, width] as const)),
)('axe finds nothing in %s at %i pixels, and nothing is wider than the page', async (colorScheme, width) => {
  const { page, strays } = await open(wide(loadTestResult({ isMet: false })), {
    colorScheme,
    viewport: { width, height: 900 },
    bypassCSP: true,
  })
  expect(await problemsOf(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(strays).toEqual([])
})
