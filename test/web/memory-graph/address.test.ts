import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import { type Look, useGraphPage } from '../../support/browser/memory-graph-page.js'
import { largeGraph } from '../../support/memories/large-graph.js'

const openGraph = useGraphPage()

const inBrowser = test.skipIf(executablePath === undefined)
const open = async (look: Look = {}) => (await openGraph(largeGraph(200), look)).page

/** What is seen: the sentence of what is shown, the heading, the pressed order and the first rows. */
async function seen(page: Page) {
  const texts = (selector: string) => page.locator(selector).allTextContents()
  return {
    range: await texts('#range'),
    heading: await texts('#details h2'),
    pressed: await texts('[aria-pressed="true"]'),
    rows: await texts('.ordered button'),
    query: await page.getByRole('searchbox').inputValue(),
    days: await page.locator('#days input, .ends input').evaluateAll((all) => {
      return (all as unknown as { value: string }[]).map(({ value }) => value)
    }),
  }
}
const hashOf = (page: Page) => new URL(page.url()).hash
const ready = (page: Page) => page.locator('html[data-ready]').waitFor()

inBrowser(
  'a search, a time, kinds and the order are in the address, which shows the same again',
  async () => {
    const page = await open()
    await page.locator('#presets button').nth(2).click()
    await page.locator('#legend .fading').click()
    await page.locator('#legend .short-term').click()
    await page.getByRole('button', { name: 'Newest' }).click()
    await page.getByRole('searchbox').fill('her “cello”')
    const words = 'q=her+%E2%80%9Ccello%E2%80%9D&time=30d&kinds=fading%2Cshort-term&order=newest'
    await expect.poll(() => hashOf(page)).toBe(`#${words}`)
    const before = await seen(page)
    expect(before.rows.length).toBeGreaterThan(0)
    await page.reload()
    await ready(page)
    expect(await seen(page)).toEqual(before)
    // What is chosen then stands beside it, and the browser's Back ends the choice alone.
    await page.locator('.ordered button').first().click()
    expect(hashOf(page)).toMatch(/^#choose=memory%3A\d+&q=her/)
    expect(await page.locator('#details dl a').getAttribute('href')).toBe(hashOf(page))
    const address = page.url()
    await page.goBack()
    await expect.poll(() => hashOf(page)).toBe(`#${words}`)
    await expect.poll(() => seen(page)).toEqual(before)
    // As a colleague opens it who has the page open.
    await page.locator('#show-all').click()
    await expect.poll(() => hashOf(page)).toBe('#order=newest')
    await page.goto(address)
    await expect.poll(() => page.locator('#details h2').textContent()).toBe(before.rows[0])
    await expect.poll(() => page.locator('#range').textContent()).toBe(before.range[0])
  },
)

inBrowser('what is filtered while something is chosen is as it was after Back, and Forward', async () => {
  const page = await open()
  const range = page.locator('#range')
  await page.getByRole('searchbox').fill('cello')
  const found = await range.textContent()
  await page.keyboard.press('Enter')
  await page.locator('#legend .short-term').click()
  await page.locator('#legend .long-term').click()
  const both = await range.textContent()
  expect(both).not.toBe(found)
  await expect.poll(() => hashOf(page)).toMatch(/^#choose=.*&kinds=long-term%2Cshort-term$/)
  await page.goBack()
  await expect.poll(() => range.textContent()).toBe(found)
  expect(await page.locator('nav [aria-current]').count()).toBe(0)
  await page.goForward()
  await expect.poll(() => range.textContent()).toBe(both)
  await expect.poll(() => page.locator('nav [aria-current]').count()).toBe(1)
})

inBrowser.each([
  ['typed days', '2030-02-10..2030-03-20', /from 2030-02-10 until 2030-03-20$/],
  ['days of sliders', '20-60', /^\d+ of 200 memories: from 2030-01-\d\d until 2030-03-\d\d$/],
])('%s are in the address', async (_, time, words) => {
  const page = await open()
  if (time.includes('..')) {
    await page.locator('#from-day').fill('2030-02-10')
    await page.locator('#until-day').fill('2030-03-20')
  } else {
    await page.locator('#from').fill('20')
    await page.locator('#until').fill('60')
  }
  await expect.poll(() => hashOf(page)).toBe(`#time=${time}`)
  const before = await seen(page)
  expect(before.range[0]).toMatch(words)
  await page.reload()
  await ready(page)
  expect(await seen(page)).toEqual(before)
})

inBrowser('what an address has that is no filter leaves nothing out', async () => {
  const page = await open()
  const all = await seen(page)
  for (const hash of ['time=2030-99-01..x&kinds=toString,old&order=constructor', 'time=70-20&q=']) {
    await page.goto(`${page.url().split('#')[0]}#${hash}`)
    await page.reload()
    await ready(page)
    expect(await seen(page)).toEqual(all)
  }
})
