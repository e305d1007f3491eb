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
  const players = chart.locator('.u-series').filter({ hasText: 'players' }).locator('.u-value')
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => players.textContent()).toBe('0')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => players.textContent()).toBe('2')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => players.textContent()).toBe('0')
  expect(strays).toEqual([])
})

/** With replies, a comparison and a limit: all that a page can show. */
const full = (result: LoadTestPageData): LoadTestPageData => ({
  ...wide(result),
  unexpectedReplies: [{ expected: 'the harbour', got: 'I like tea. '.repeat(20) }],
  thresholds: [...result.thresholds, { threshold: 'turn.first_text.p95<50', value: 41, isMet: true }],
  comparison: [
    { metric: 'turn.complete', statistic: 'p95', base: 100, value: 200, ratio: 2 },
    { metric: 'turn.first_text', statistic: 'p95', base: 100, value: 50, ratio: 0.5 },
    { metric: 'turn.first_text', statistic: 'p50', base: 100, value: 105, ratio: 1.05 },
    { metric: 'turn.complete', statistic: 'count', base: 54, value: 109, ratio: 109 / 54 },
    { metric: 'turn.complete', statistic: 'errors', base: 0, value: 55, ratio: null },
  ],
})

inBrowser('the first unexpected replies stand beside the cause', async () => {
  const { page } = await open(full(loadTestResult({ isMet: false })))
  const replies = page.locator('section').first().locator('#replies')
  expect(await replies.locator('dd').allTextContents()).toEqual(['the harbour', 'I like tea. '.repeat(20)])
})

inBrowser('the base is compared in words: worse, better or the same, errors first', async () => {
  const { page } = await open(full(loadTestResult({ isMet: false })))
  expect(await page.locator('#difference').textContent()).toBe(
    'Partly worse, partly better than the base: 2 of 4 values are worse, 1 better, 1 the same (times within 10 %). ' +
      'Worse above all: turn.complete errors, 55 instead of 0; turn.complete p95, 200 instead of 100. ' +
      'The runs did not do the same: turn.complete, 109 instead of 54.',
  )
  expect(await page.locator('#changes tbody td:last-child').allTextContents()).toEqual([
    ...['worse', 'better', 'same', '-', 'worse'],
  ])
  const colours = await page.evaluate<string[]>(
    `[...document.querySelectorAll('#changes tbody td:nth-child(5)')].slice(0, 4).map((cell) => getComputedStyle(cell).color)`,
  )
  expect(new Set(colours).size).toBe(3)
})

inBrowser('the limit of the first text is a line of its chart, and read in its legend', async () => {
  const { page } = await open(full(loadTestResult({ isMet: true })))
  const chart = page.locator('#charts figure').nth(1)
  expect(await chart.locator('.u-label').allTextContents()).toEqual(['second', 'ms', 'limit 50'])
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => chart.locator('.u-value').last().textContent()).toBe('50')
})

inBrowser('what does not count is shaded, and said', async () => {
  const { page } = await open(loadTestResult({ isMet: true }))
  expect(await page.locator('#warm-up').textContent()).toBe('Shaded: the first 5 s, which do not count.')
  // The colour at the top of a plot, between the lines of its grid.
  const colourAt = (share: number) =>
    page.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('#charts canvas')
      const plot = document.querySelector('#charts .u-over').getBoundingClientRect()
      const own = canvas.getBoundingClientRect()
      const scale = canvas.width / own.width
      const x = Math.round((plot.left - own.left + plot.width * ${share}) * scale)
      const y = Math.round((plot.top - own.top + 6) * scale)
      return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data]
    })()`)
  expect((await colourAt(4 / 59))[3]).toBeGreaterThan(100)
  expect((await colourAt(6 / 59))[3]).toBe(0)
})

inBrowser('turns and errors are columns of different colours, and each value is its own', async () => {
  const { page } = await open(loadTestResult({ isMet: false }))
  const chart = page.locator('#charts figure').first()
  expect(await chart.locator('.u-label').allTextContents()).toEqual([
    ...['second', 'errors/s', 'turns/s', 'players'],
  ])
  await chart.focus()
  for (let second = 0; second <= 30; second += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => chart.locator('.u-value').allTextContents()).toEqual(['30', '3', '16', '50'])
})

inBrowser('on a phone all numbers of the tables are in sight, each with its title', async () => {
  const { page } = await open(full(loadTestResult({ isMet: true })), {
    viewport: { width: 390, height: 800 },
  })
  expect(await page.locator('main h2').first().textContent()).toBe('Verdict')
  const boxes = await Promise.all((await page.locator('td').all()).map((cell) => cell.boundingBox()))
  const beyond = boxes.filter((box) => box === null || box.x < 0 || box.x + box.width > 390).length
  expect(beyond).toBe(0)
  const p95 = page.locator('#metrics td[data-title="p95"]').first()
  expect(await p95.isVisible()).toBe(true)
  const shown = `getComputedStyle(document.querySelector('#metrics td[data-title="p95"]'), '::before').content`
  expect(await page.evaluate(shown)).toBe('"p95"')
  const table = page.getByRole('table').first()
  expect(await table.getByRole('row').first().getByRole('cell').count()).toBe(10)
})

inBrowser('a table that is wider than the window scrolls by keyboard', async () => {
  const errors = { timeout: 1, unexpected: 2, model_failed: 3, connection_was_closed_by_the_service: 4 }
  const result = loadTestResult({ isMet: true })
  const metrics = result.metrics.map((row) => ({ ...row, errors }))
  const { page } = await open({ ...result, metrics }, { viewport: { width: 720, height: 800 } })
  const table = page.getByRole('group', { name: 'What it took, in milliseconds' })
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
})

inBrowser.each(
  [390, 820, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => [theme, width] as const)),
)('axe finds nothing in %s at %i pixels, and nothing is wider than the page', async (colorScheme, width) => {
  const { page, strays } = await open(full(loadTestResult({ isMet: false })), {
    colorScheme,
    viewport: { width, height: 900 },
    bypassCSP: true,
  })
  expect(await problemsOf(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(strays).toEqual([])
})
