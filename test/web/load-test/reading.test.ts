import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoadTestPageData } from '../../../src/web/load-test/page-data.js'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import { type Look, openReport } from '../../support/browser/load-test-page.js'
import { loadTestResult } from '../../support/measure/load-test-result.js'

let browser: Browser

beforeAll(async () => {
  if (executablePath !== undefined) browser = await connectBrowser()
})
afterAll(() => browser?.close())

const inBrowser = test.skipIf(executablePath === undefined)

const open = async (data: LoadTestPageData, look: Look = {}) => (await openReport(browser, data, look)).page

/** Slowest in second 40; of whole replies none was measured in second 12. */
function report(): LoadTestPageData {
  const result = loadTestResult({ isMet: false })
  return {
    ...result,
    timeline: result.timeline.map((one) => ({
      ...one,
      firstTextP95Ms: one.second === 40 ? 140 : 25,
      p95Ms: one.second === 12 ? {} : { 'turn.complete': 200 },
    })),
    server: result.timeline.map(({ second }) => ({
      ...{ second, eventLoopP99Ms: 2, storeWrites: 1, storeWriteP99Ms: 3 },
      ...{ rssBytes: 2 ** 27, heapUsedBytes: 2 ** 26 },
    })),
  }
}

inBrowser(
  'a second that is named leads to its chart, which is read there, and so are all others',
  async () => {
    const page = await open(report(), { viewport: { width: 1024, height: 700 } })
    await page.locator('#moments').getByRole('link', { name: 'second 40' }).first().click()
    const chart = page.locator('#charts figure').nth(1)
    await expect.poll(() => chart.locator('.u-value').allTextContents()).toEqual(['40', '140 ms', '20 ms'])
    const seconds = page.locator('#charts .u-series:first-child .u-value')
    expect(new Set(await seconds.allTextContents())).toEqual(new Set(['40']))
    expect(await page.evaluate('document.activeElement.id')).toBe('chart-turn.first_text')
    expect(await chart.getByRole('status').textContent()).toBe('second 40, this run 140 ms, limit 20 ms')
    const box = await chart.boundingBox()
    expect(box?.y ?? -1).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 700) + (box?.height ?? 0)).toBeLessThanOrEqual(700)
    // On another scale the charts are others.
    await page.getByLabel('Logarithmic scale').check()
    await page.locator('#moments').getByRole('link', { name: 'second 40' }).first().click()
    await expect.poll(() => chart.locator('.u-value').allTextContents()).toEqual(['40', '140 ms', '20 ms'])
  },
)

inBrowser('the way back from a second leads to its link, and its address leads to it again', async () => {
  const page = await open(report(), { viewport: { width: 390, height: 844 } })
  const link = page.locator('#moments').getByRole('link', { name: 'second 40' }).first()
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate<number>('scrollY')
  await link.click()
  const chart = page.locator('figure[id="chart-turn.first_text"]')
  await expect.poll(() => chart.locator('.u-value').first().textContent()).toBe('40')
  expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(before + 844)
  const address = page.url()
  expect(address).toMatch(/#second-40-chart-turn\.first_text$/)
  await page.evaluate('history.back()')
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(before)
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('second 40')
  // As if it had been sent to somebody.
  await page.goto('about:blank')
  await page.goto(address)
  await expect.poll(() => chart.locator('.u-value').first().textContent()).toBe('40')
  expect(await page.evaluate('document.activeElement.id')).toBe('chart-turn.first_text')
})

inBrowser('on a phone values of percentiles stand in a column, beside their names', async () => {
  const result = report()
  const page = await open(
    {
      ...result,
      ...{ scenarioHash: 'a', base: { scenario: 'text', scenarioHash: 'a' }, comparison: [] },
      baseRun: { timeline: result.timeline, metrics: result.metrics },
    },
    { viewport: { width: 390, height: 844 } },
  )
  const chart = page.locator('#percentile-chart figure')
  await chart.focus()
  await page.keyboard.press('End')
  const rows = await chart.locator('.u-series:not(:first-child)').all()
  expect(rows.length).toBeGreaterThan(4)
  const boxes = await Promise.all(
    rows.map(async (row) => [
      await row.locator('.u-label').boundingBox(),
      await row.locator('.u-value').boundingBox(),
    ]),
  )
  const right = (at: number) => boxes.map((row) => Math.round((row[at]?.x ?? 0) + (row[at]?.width ?? 999)))
  expect(new Set(right(1)).size).toBe(1)
  for (const [name, value] of boxes)
    expect((name?.x ?? 0) + (name?.width ?? 999)).toBeLessThanOrEqual(value?.x ?? 0)
  const colons = await page.evaluate<string[]>(
    `[...document.querySelectorAll('#percentile-chart .u-series:not(:first-child) th')].map((one) => getComputedStyle(one, '::after').content)`,
  )
  expect(new Set(colons)).toEqual(new Set(['none']))
})

inBrowser('a limit leads to the chart of its metric', async () => {
  const page = await open(report(), { viewport: { width: 1024, height: 700 } })
  await page.locator('#verdicts').getByRole('link', { name: 'turn.first_text.p95<20' }).click()
  const chart = page.locator('figure[id="chart-turn.first_text"]')
  await expect.poll(async () => (await chart.boundingBox())?.y ?? 700).toBeLessThan(400)
  expect(await chart.locator('figcaption').textContent()).toBe(
    'The first text of a reply, 95th percentile (ms)',
  )
})

inBrowser(
  'what was not measured has no unit, all else has, and the second stands beside the title',
  async () => {
    const page = await open(report(), { viewport: { width: 1440, height: 900 } })
    const chart = page.locator('figure[id="chart-turn.complete"]')
    await chart.focus()
    for (let second = 0; second <= 12; second += 1) await page.keyboard.press('ArrowRight')
    await expect.poll(() => chart.locator('.u-value').allTextContents()).toEqual(['12', '–'])
    const memory = page.locator('#charts figure').filter({ hasText: 'Memory of the server' })
    expect(await memory.locator('.u-value').allTextContents()).toEqual(['12', '128 MiB', '64 MiB'])
    const place = await memory.locator('.u-series').first().boundingBox()
    const title = await memory.locator('figcaption').boundingBox()
    expect(Math.abs((place?.y ?? 0) - (title?.y ?? 100))).toBeLessThan(12)
    await page.locator('#percentile-chart figure').focus()
    await page.keyboard.press('End')
    await expect
      .poll(() => page.locator('#percentile-chart .u-value').nth(1).textContent())
      .toMatch(/^\d+(?:\.\d)? ms$/)
  },
)

inBrowser('reading a chart does not move what is below it', async () => {
  const page = await open(report(), { viewport: { width: 1440, height: 900 } })
  const height = () => page.evaluate<number>('document.documentElement.scrollHeight')
  const before = await height()
  await page.locator('figure[id="chart-turn.first_text"]').focus()
  await page.keyboard.press('End')
  await expect.poll(() => page.locator('figure.read').count()).toBe(6)
  expect(await height()).toBe(before)
})

inBrowser('a click on the name of a curve does not take it away', async () => {
  const page = await open(report())
  const name = page.locator('figure[id="chart-turn.first_text"] .u-label').nth(1)
  await name.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await name.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.keyboard.press('Tab')
  expect(await page.locator('.u-series.u-off').count()).toBe(0)
})

inBrowser('a finger that goes along a chart reads it', async () => {
  const page = await open(report(), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const chart = page.locator('figure[id="chart-turn.first_text"]')
  await chart.scrollIntoViewIfNeeded()
  const over = chart.locator('.u-over')
  const { x, y, width, height } = (await over.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + width * share, y: y + height / 2 }],
    })
  await send('touchStart', 0.2)
  for (const share of [0.3, 0.5, 0.7, 0.875]) await send('touchMove', share)
  await expect.poll(() => chart.locator('.u-value').first().textContent()).toBe('52')
  await send('touchEnd', 0.875)
  expect(await chart.locator('.u-value').first().textContent()).toBe('52')
})

inBrowser(
  'a limit far above a chart is noted calmly, and no name stands for a line that is not drawn',
  async () => {
    const result = loadTestResult({ isMet: true })
    const page = await open({
      ...result,
      thresholds: [{ threshold: 'turn.first_text.p95<5000', value: 18, isMet: true }],
    })
    const chart = page.locator('figure[id="chart-turn.first_text"]')
    expect(await chart.locator('.u-label').allTextContents()).toEqual(['second', 'this run'])
    const percentiles = page.locator('#percentile-chart .u-label')
    expect((await percentiles.allTextContents()).filter((name) => name.startsWith('limit'))).toEqual([])
    const colours = await page.evaluate<string[]>(`(() => {
    const note = document.querySelector('figcaption small')
    return [getComputedStyle(note).color, getComputedStyle(document.getElementById('summary')).color]
  })()`)
    expect(new Set(colours).size).toBe(1)
    // Where it is drawn, it is named.
    await page.getByLabel('Logarithmic scale').check()
    await expect
      .poll(() => chart.locator('.u-label').allTextContents())
      .toEqual(['second', 'this run', 'limit'])
  },
)

inBrowser(
  'what to do has a heading, with the limit to set, and comes before the data of the run',
  async () => {
    const result = loadTestResult({ isMet: false })
    const page = await open(
      {
        ...report(),
        ...{ scenarioHash: 'a', base: { scenario: 'text', scenarioHash: 'a' }, comparison: [] },
        thresholds: [{ threshold: 'turn.first_text.p95<0.5', value: 41, isMet: false }],
        baseRun: {
          ...{ timeline: result.timeline, metrics: result.metrics },
          thresholds: [{ threshold: 'turn.first_text.p95<500', value: 41, isMet: true }],
        },
      },
      { viewport: { width: 390, height: 844 } },
    )
    expect(await page.locator('main h2').nth(1).textContent()).toBe('What to do')
    expect(await page.locator('#advice').textContent()).toBe(
      'The limit of 0.50 ms looks like a slip. Run it again with the limit of the base: turn.first_text.p95<500',
    )
    const [advice, summary] = await Promise.all(
      ['#advice', '#summary'].map((place) => page.locator(place).boundingBox()),
    )
    expect((advice?.y ?? 844) + (advice?.height ?? 0)).toBeLessThan(844)
    expect(summary?.y ?? 0).toBeGreaterThan(advice?.y ?? 844)
    const weightOf = async (one: Awaited<ReturnType<typeof open>>) =>
      one.evaluate<string>(`getComputedStyle(document.getElementById('slowness')).fontWeight`)
    expect(await weightOf(page)).toBe('400')
    expect(await weightOf(await open(report()))).toBe('600')
    const { page: late } = await openReport(browser, { ...result, isValid: false })
    expect(await late.locator('#advice-box').isVisible()).toBe(false)
  },
)

inBrowser(
  'players who come once have no rate, and it is said that connecting counts in the warm-up',
  async () => {
    const result = loadTestResult({ isMet: true })
    const [row] = result.metrics
    const metrics = [{ ...row, metric: 'session.connect' }, ...result.metrics] as LoadTestPageData['metrics']
    const rateOf = (page: Awaited<ReturnType<typeof open>>) =>
      page.locator('#metrics tbody tr').first().locator('td').nth(3).textContent()
    const constant = await open({ ...result, metrics, load: 'players' })
    expect(await rateOf(constant)).toBe('–')
    expect(await constant.locator('#connecting').isVisible()).toBe(true)
    const coming = await open({ ...result, metrics, load: 'arrivals' })
    expect(await rateOf(coming)).toBe('16.70')
    expect(await coming.locator('#connecting').isVisible()).toBe(false)
  },
)

inBrowser('the slowest replies are told with who waited, and each leads to its second', async () => {
  const slow = (number: number, more: object = {}) => ({
    ...{ second: 40 + number, player: `load-r-${number}`, messageId: `m${number}`, step: 'step 1' },
    ...{ said: 'Hello', sentAfterMs: 0, firstTextMs: 100 + number, completeMs: 900 - number, ...more },
  })
  const data = { ...report(), slowestReplies: [1, 2, 3, 4, 5, 6].map((number) => slow(number)) }
  const { page } = await openReport(browser, data, { viewport: { width: 1024, height: 700 } })
  const rows = page.locator('#slowest tbody tr')
  expect(await rows.first().locator('td').allTextContents()).toEqual([
    ...['second 46', 'load-r-6', 'm6', '1', 'Hello', '106 ms', '894 ms'],
  ])
  expect(await rows.count()).toBe(5)
  await rows.first().getByRole('link').click()
  await expect
    .poll(() => page.locator('figure[id="chart-turn.first_text"] .u-value').first().textContent())
    .toBe('46')
  const late = await open({
    ...data,
    slowestReplies: [slow(1, { sentAfterMs: 70, messageId: null, completeMs: null })],
  })
  expect(await late.locator('#slowest th').allTextContents()).toEqual([
    ...['first text', 'player', 'step', 'asked'],
    ...['waited for the reply before', 'then answered in', 'first text after'],
  ])
  const parts = late.locator('#slowest tbody td:nth-last-child(-n + 3)')
  expect(await parts.allTextContents()).toEqual(['70 ms', '31 ms', '101 ms'])
  // Of whole replies those that took longest.
  const whole = await open({
    ...data,
    thresholds: [{ threshold: 'turn.complete.p95<100', value: 200, isMet: false }],
  })
  expect(await whole.locator('#slowest tbody td:last-child').first().textContent()).toBe('899 ms')
  const older = await open(report())
  expect(await older.locator('#slowest-box').isVisible()).toBe(false)
})

inBrowser(
  'on a phone the names of who waited and of the message stand one below the other, whole',
  async () => {
    const page = await open(
      {
        ...report(),
        slowestReplies: [
          {
            ...{ second: 40, player: 'load-mwz0s4kz-0', messageId: 'b21ff7e0-10d8-4e93-8495-80bda93c4b55' },
            ...{ said: 'Hello', step: 'step 1', sentAfterMs: 90, firstTextMs: 140, completeMs: 900 },
          },
        ],
      },
      { viewport: { width: 390, height: 844 } },
    )
    await page.locator('#slowest-box summary').click()
    const overflowing = await page.evaluate<string[]>(
      `[...document.querySelectorAll('#slowest td')].filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)`,
    )
    expect(overflowing).toEqual([])
    const boxOf = async (title: string) =>
      (await page.locator(`#slowest td[data-title="${title}"]`).boundingBox()) ?? { x: 0, y: 0, height: 0 }
    const [player, message, last] = await Promise.all(['player', 'message', 'whole reply'].map(boxOf))
    expect(message?.y).toBeGreaterThanOrEqual((player?.y ?? 844) + (player?.height ?? 0))
    expect(message?.x).toBe(player?.x)
    expect(last?.height).toBeGreaterThan(0)
    // The title and one line: an id is not broken.
    expect(message?.height).toBeLessThanOrEqual(player?.height ?? 0)
    const sides = await page.evaluate<string[]>(
      `[...document.querySelectorAll('#slowest td')].map((cell) => getComputedStyle(cell).textAlign)`,
    )
    expect(new Set(sides)).toEqual(new Set(['left']))
  },
)

inBrowser('on a phone cards of one metric do not say its name again', async () => {
  const change = (statistic: string) => ({ metric: 'turn.complete', statistic, base: 9, value: 9, ratio: 1 })
  const page = await open(
    { ...report(), base: { scenario: 'text' }, comparison: ['p50', 'p90', 'p95'].map(change) },
    { viewport: { width: 390, height: 844 } },
  )
  await page.locator('#all-changes summary').click()
  const names = page.locator('#changes td:first-child')
  const seen = await page.evaluate<boolean[]>(
    `[...document.querySelectorAll('#changes td:first-child')].map((one) => getComputedStyle(one).clipPath === 'none')`,
  )
  expect(seen).toEqual([true, false, false])
  // Read aloud each row has it.
  expect(await names.allTextContents()).toEqual(Array(3).fill('A whole replyturn.complete'))
})
