import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPages } from '../../../src/adapters/pdf/read-pages.js'
import type { LoadTestPageData } from '../../../src/web/load-test/page-data.js'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import { type Look, misfitOf, openReport } from '../../support/browser/load-test-page.js'
import { loadTestResult } from '../../support/measure/load-test-result.js'

let browser: Browser

beforeAll(async () => {
  if (executablePath !== undefined) browser = await connectBrowser()
})
afterAll(() => browser?.close())

const inBrowser = test.skipIf(executablePath === undefined)

/** A run with a server and a base, so that the page has all its charts. */
function report(): LoadTestPageData {
  const result = loadTestResult({ isMet: false })
  const server = result.timeline.map(({ second }) => ({
    ...{ second, eventLoopP99Ms: 2, storeWrites: 1, storeWriteP99Ms: 3 },
    ...{ rssBytes: 2 ** 27, heapUsedBytes: 2 ** 26 },
  }))
  return {
    ...{ ...result, server, scenarioHash: 'a', base: { scenario: 'text', scenarioHash: 'a' } },
    timeline: result.timeline.map((one) => ({ ...one, p95Ms: { 'turn.complete': 200 } })),
    baseRun: { timeline: result.timeline, metrics: result.metrics, server },
    comparison: [{ metric: 'turn.complete', statistic: 'p95', base: 200, value: 200, ratio: 1 }],
  }
}

const open = async (look: Look = {}) =>
  (await openReport(browser, report(), { viewport: { width: 1440, height: 900 }, ...look })).page

/** How bright the numbers beside each chart are, from 0 to 255: of what is drawn there the most opaque. */
const numbers = (page: Page) =>
  page.evaluate<number[]>(`[...document.querySelectorAll('.u-wrap')].map((wrap) => {
    const canvas = wrap.querySelector('canvas')
    const left = wrap.querySelector('.u-over').offsetLeft
    const scale = canvas.width / wrap.clientWidth
    const { data } = canvas.getContext('2d').getImageData(0, 0, Math.floor((left - 12) * scale), canvas.height)
    let [most, bright] = [0, -1]
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] > most) [most, bright] = [data[at + 3], data[at]]
    return bright
  })`)

const DARK_TEXT = 60
const BRIGHT_TEXT = 200
const areDark = (all: readonly number[]) =>
  all.length === 7 && all.every((one) => one >= 0 && one < DARK_TEXT)
const areBright = (all: readonly number[]) => all.length === 7 && all.every((one) => one > BRIGHT_TEXT)

inBrowser('charts are drawn anew when the theme changes while the page is open', async () => {
  const page = await open({ colorScheme: 'light' })
  await expect.poll(async () => areDark(await numbers(page))).toBe(true)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => areBright(await numbers(page))).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(async () => areDark(await numbers(page))).toBe(true)
})

inBrowser(
  'for paper charts are light and as wide as it, and values are opened until it is printed',
  async () => {
    const page = await open({ colorScheme: 'dark' })
    const values = page.locator('#all-changes')
    expect(await values.getAttribute('open')).toBeNull()
    const widths = () =>
      page.locator('#charts canvas').evaluateAll((all) => all.map((one) => one.clientWidth))
    const heights = () =>
      page.locator('#charts canvas').evaluateAll((all) => all.map((one) => one.clientHeight))
    const [wide, high] = [await widths(), await heights()]
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    await expect.poll(async () => areDark(await numbers(page))).toBe(true)
    expect(await values.getAttribute('open')).toBe('')
    expect(Math.max(...(await widths()))).toBeLessThan(Math.min(...wide))
    // Three rows of them have room on a page.
    expect(Math.max(...(await heights()))).toBeLessThan(0.75 * Math.min(...high))
    // Whichever way the paper lies, the charts fill their figures.
    await page.emulateMedia({ media: 'print' })
    for (const width of [703, 1032]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => misfitOf(page)).toBeLessThan(2)
    }
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    await expect.poll(async () => areBright(await numbers(page))).toBe(true)
    await expect.poll(widths).toEqual(wide)
    expect(await values.getAttribute('open')).toBeNull()
  },
)

inBrowser('what is printed from a phone is what is printed from a desktop, without shadows', async () => {
  const reply = { second: 40, player: 'load-r-1', messageId: 'm1', said: 'Hello', step: 'step 1' }
  const times = { sentAfterMs: 90, firstTextMs: 140, completeMs: 900 }
  const data = { ...report(), slowestReplies: [{ ...reply, ...times }] }
  for (const thresholds of [data.thresholds, loadTestResult({ isMet: true }).thresholds]) {
    const viewport = { width: 390, height: 844 }
    const { page } = await openReport(browser, { ...data, thresholds }, { viewport })
    const closed = () => page.locator('section > details:not([open]):not([hidden])').count()
    const before = await closed()
    expect(before).toBeGreaterThan(0)
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    expect(await closed()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('#slowest').isVisible()).toBe(true)
    expect(await page.getByText('A gap is a second').isVisible()).toBe(true)
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.wide')).backgroundImage`)).toBe(
      'none',
    )
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    expect(await closed()).toBe(before)
  }
})

inBrowser.each([false, true])(
  'on paper each chart is on one page with its title (landscape: %s), without what is only for a screen',
  async (landscape) => {
    const page = await open({ colorScheme: 'dark' })
    const bytes = new Uint8Array(await page.pdf({ format: 'A4', landscape }))
    const pages = (await readPages({ bytes, pages: 20, characters: 100_000 })).map((text) =>
      text.replace(/\s+/g, ' '),
    )
    const pageOf = (text: string) => {
      const at = pages.findIndex((one) => one.includes(text))
      return at < 0 ? text : at
    }
    // A title stands above its chart, the names of its curves below it.
    expect(pageOf('Milliseconds at each percentile')).toBe(pageOf('900 ms at p99'))
    expect(pageOf('Times by percentile')).toBe(pageOf('Milliseconds at each percentile'))
    expect(pageOf('Second by second')).toBe(pageOf('turns that ended'))
    expect(pageOf('Memory of the server')).toBe(pageOf('heap'))
    expect(pageOf('Results by metric')).toBeTypeOf('number')
    const all = pages.join(' ')
    expect(all).toContain('verdict')
    for (const unwanted of ['Logarithmic', 'or Escape', '‹', 'Values as a table', 'Save as CSV', 'By second'])
      expect(all).not.toContain(unwanted)
  },
)

/** Two of its questions take more than a line, and its ids are as long as they are. */
const SLOWEST = [
  'Hello!',
  'Tell me of the lighthouse.',
  'Hello!',
  'Tell me of the lighthouse.',
  'Hello!',
].map((said, at) => ({
  ...{ second: 40 + at, player: `load-mwza31xc-${at}`, said, step: 'step 1' },
  messageId: '115f7e58-4452-4112-9908-96d50544fd5d',
  ...{ sentAfterMs: 560, firstTextMs: 598 + at, completeMs: 1256 },
}))

inBrowser.each([
  ['A4', 3],
  ['Letter', 4],
])('a report takes few pages of %s, and no table of replies is torn', async (format, most) => {
  const { page } = await openReport(
    browser,
    { ...report(), slowestReplies: SLOWEST },
    { viewport: { width: 1440, height: 900 } },
  )
  const bytes = new Uint8Array(await page.pdf({ format }))
  const pages = (await readPages({ bytes, pages: 20, characters: 100_000 })).map((text) =>
    text.replace(/\s+/g, ' '),
  )
  expect(pages.length).toBeLessThanOrEqual(most)
  const own = pages.find((text) => text.includes('which player waited'))
  for (const { firstTextMs } of SLOWEST) expect(own).toContain(`${firstTextMs} ms`)
  expect(pages.join(' ')).toContain('limit 20 ms')
})

inBrowser('on paper no table is wider than it', async () => {
  const { page } = await openReport(
    browser,
    { ...report(), slowestReplies: SLOWEST },
    { viewport: { width: 1440, height: 900 } },
  )
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  await page.emulateMedia({ media: 'print' })
  // A4 without its margins.
  await page.setViewportSize({ width: 703, height: 900 })
  const cut = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('.wide')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.firstElementChild.id)`,
    )
  await expect.poll(cut).toEqual([])
})

inBrowser('numbers of an axis that is low on paper do not lie on each other', async () => {
  const thresholds = [{ threshold: 'turn.first_text.p95<0.5', value: 41, isMet: false }]
  const { page } = await openReport(browser, { ...report(), thresholds }, { colorScheme: 'light' })
  /** How high the highest number beside the chart is, or what lies on each other there. */
  const highest = () =>
    page.evaluate<number>(`(() => {
      const wrap = document.querySelector('[id="chart-turn.first_text"] .u-wrap')
      const canvas = wrap.querySelector('canvas')
      const scale = canvas.width / wrap.clientWidth
      const width = Math.floor((wrap.querySelector('.u-over').offsetLeft - 12) * scale)
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, canvas.height)
      let [most, run] = [0, 0]
      for (let y = 0; y < canvas.height; y += 1) {
        const row = data.subarray(y * width * 4, (y + 1) * width * 4)
        run = row.some((one, at) => at % 4 === 3 && one > 60) ? run + 1 : 0
        most = Math.max(most, run / scale)
      }
      return most
    })()`)
  expect(await page.getByLabel('Logarithmic scale').isChecked()).toBe(true)
  await expect.poll(highest).toBeGreaterThan(5)
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  await expect
    .poll(() => page.locator('[id="chart-turn.first_text"] canvas').evaluate((one) => one.clientHeight))
    .toBeLessThan(200)
  await expect.poll(highest).toBeGreaterThan(5)
  await expect.poll(highest).toBeLessThan(14)
})
