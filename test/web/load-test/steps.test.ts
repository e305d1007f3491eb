import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import { type Look, openReport } from '../../support/browser/load-test-page.js'
import { loadTestResult } from '../../support/measure/load-test-result.js'

let browser: Browser

beforeAll(async () => {
  if (executablePath !== undefined) browser = await connectBrowser()
})
afterAll(() => browser?.close())

const inBrowser = test.skipIf(executablePath === undefined)

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }

const open = async (look: Look) => (await openReport(browser, loadTestResult({ isMet: false }), look)).page

const chartOf = (page: Page) => page.locator('figure[id="chart-turn.first_text"]')

/** The second that each chart of seconds shows; of one that shows none, nothing. */
const seconds = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('#charts figure')].map((one) => one.matches('.read') ? one.querySelector('.u-value').textContent : '')`,
  )

/** A place of a chart, by its share of the seconds, that is in the window. */
async function placeOf(page: Page, share: number) {
  const over = chartOf(page).locator('.u-over')
  await over.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await over.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width * share, y: y + height / 2 }
}

inBrowser('on a phone a second is stepped from by buttons that a finger hits, in all charts', async () => {
  const page = await open(PHONE)
  const chart = chartOf(page)
  const next = chart.getByRole('button', { name: 'Next second' })
  expect(await next.isVisible()).toBe(false)
  const { x, y } = await placeOf(page, 0.5)
  await page.touchscreen.tap(x, y)
  await next.waitFor()
  const [first = ''] = await seconds(page)
  const from = Number(first)
  expect(from).toBeGreaterThan(0)
  for (const name of ['Previous second', 'Next second']) {
    const box = await chart.getByRole('button', { name }).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThan(390)
  }
  await next.tap()
  await next.tap()
  await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set([String(from + 2)]))
  expect(await chart.getByRole('status').textContent()).toMatch(new RegExp(`^second ${from + 2}, `))
  await chart.getByRole('button', { name: 'Previous second' }).tap()
  await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set([String(from + 1)]))
})

inBrowser(
  'a mouse that leaves a chart can still step from what it read, and a click holds that',
  async () => {
    const page = await open(DESKTOP)
    const chart = chartOf(page)
    const { x, y } = await placeOf(page, 10.5 / 60)
    await page.mouse.move(x, y)
    await expect.poll(() => seconds(page)).toContain('10')
    const next = chart.getByRole('button', { name: 'Next second' })
    await next.hover()
    // It only passed.
    await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set(['']))
    await next.click()
    await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set(['11']))
    // To reach the button the page may have been scrolled.
    const again = await placeOf(page, 10.5 / 60)
    await page.mouse.click(again.x, again.y)
    await page.mouse.move(2, again.y)
    await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set(['10']))
    expect(await chart.getByRole('status').textContent()).toMatch(/^second 10, /)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set(['11']))
    // On another scale the same second is held.
    await page.getByLabel('Logarithmic scale').check()
    await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set(['11']))
    await chart.focus()
    await page.keyboard.press('Escape')
    await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set(['']))
    await next.waitFor({ state: 'hidden' })
  },
)

inBrowser('a second click on a second lets it go, and what is said is never another one', async () => {
  const page = await open(DESKTOP)
  const status = chartOf(page).getByRole('status')
  const { x, y } = await placeOf(page, 10.5 / 60)
  await page.mouse.click(x, y)
  await expect.poll(() => status.textContent()).toMatch(/^second 10, /)
  await page.mouse.move(x + 100, y)
  await expect.poll(() => status.textContent()).toBe('')
  await page.mouse.click(x, y)
  await page.mouse.move(2, y)
  await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set(['']))
})

inBrowser('buttons end at the first and the last second, and Tab passes them', async () => {
  const page = await open(DESKTOP)
  const chart = chartOf(page)
  await chart.focus()
  await page.keyboard.press('End')
  const next = chart.getByRole('button', { name: 'Next second' })
  await expect.poll(() => next.isDisabled()).toBe(true)
  await chart.getByRole('button', { name: 'Previous second' }).click()
  await expect.poll(() => next.isDisabled()).toBe(false)
  await chart.focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Values as a table')
  const percentiles = page.locator('#percentile-chart figure')
  await percentiles.focus()
  await page.keyboard.press('Home')
  await percentiles.getByRole('button', { name: 'Next percentile' }).click()
  await expect.poll(() => percentiles.getByRole('status').textContent()).not.toMatch(/^percentile 0%/)
})

inBrowser('keys with Alt, Ctrl or Meta are left to the browser, such as the one that goes back', async () => {
  const page = await open(DESKTOP)
  const chart = chartOf(page)
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set(['58']))
  const isPrevented = (key: string, held: object) =>
    page.evaluate<boolean>(
      `!document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ bubbles: true, cancelable: true, key, ...held })}))`,
    )
  for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }])
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Escape'])
      expect(await isPrevented(key, held)).toBe(false)
  // None of them has moved it or let it go: the next step goes on from there.
  expect(await isPrevented('ArrowLeft', {})).toBe(true)
  await expect.poll(async () => new Set(await seconds(page))).toEqual(new Set(['57']))
})
