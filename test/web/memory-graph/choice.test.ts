import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import { type Look, PHONE, useGraphPage } from '../../support/browser/memory-graph-page.js'
import { largeGraph } from '../../support/memories/large-graph.js'

const openGraph = useGraphPage()

const inBrowser = test.skipIf(executablePath === undefined)

const open = async (look: Look = {}) => (await openGraph(largeGraph(200), look)).page

const heading = (page: Page) => page.locator('#details h2').first().textContent()
const search = (page: Page, words: string) => page.getByRole('searchbox').fill(words)
const scrolled = (page: Page) => page.evaluate<number>("document.getElementById('details').scrollTop")
const isFocused = (page: Page, selector: string) =>
  page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)

inBrowser(
  'another search ends the choice of what it does not find, and keeps that of what it does',
  async () => {
    const page = await open()
    await search(page, 'cello')
    await page.keyboard.press('Enter')
    const chosen = await heading(page)
    expect(chosen).toContain('cello')
    await search(page, 'cello Sundays')
    expect(await heading(page)).toBe(chosen)
    await search(page, 'Pixel')
    const shown = (await page.locator('#range').textContent())?.split(':')[0]
    expect(await heading(page)).toBe(shown)
    expect(await page.locator('nav [aria-current]').count()).toBe(0)
    expect(await page.locator('.orders').isVisible()).toBe(true)
  },
)

inBrowser('on a phone what another search finds comes into sight', async () => {
  const page = await open(PHONE)
  await search(page, 'cello')
  await page.keyboard.press('Enter')
  const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? -1
  await page.getByRole('button', { name: 'Picture', exact: true }).tap()
  await expect.poll(() => topOf('#details')).toBeLessThan(0)
  await search(page, 'Pixel')
  const first = '#details li > button'
  await expect.poll(() => topOf(first)).toBeGreaterThan(100)
  await expect.poll(() => topOf(first)).toBeLessThan(600)
})

inBrowser('a topic has what the search finds in it, and all of it by one press', async () => {
  const page = await open()
  await search(page, 'cello')
  const row = page.locator('nav .cluster:not(.missed) > button').first()
  const [, found, all] = /\((\d+) of (\d+)\)$/.exec((await row.textContent()) ?? '') ?? []
  await row.click()
  const count = page.locator('#details h2 + p')
  expect(await count.textContent()).toMatch(new RegExp(`^${found} of ${all} memories with “cello”, from `))
  const rows = await page.locator('.ordered button').allTextContents()
  expect(rows.filter((text) => !text.includes('cello'))).toEqual([])
  await page.getByRole('button', { name: `Show all ${all} without the search` }).click()
  expect(await count.textContent()).toMatch(new RegExp(`^${all} memories, from `))
  expect(await isFocused(page, '#details h2')).toBe(true)
  // Another search is heeded again.
  await search(page, 'cello Sundays')
  expect(await count.textContent()).toMatch(/^\d+ of \d+ memories with “cello Sundays”/)
})

inBrowser('on a phone the way back leads to the row that was touched, in its list', async () => {
  const page = await open(PHONE)
  await page.locator('.orders').getByRole('button', { name: 'Next to fade' }).tap()
  const all = page.getByRole('button', { name: /^Show all/ })
  await all.tap()
  const row = page.locator('.ordered > li > button').nth(7)
  const text = await row.textContent()
  const height = () => page.evaluate<number>('document.documentElement.scrollHeight')
  const before = await height()
  await row.tap()
  await page.locator('#details dl').waitFor()
  expect(await page.locator('nav .memory:visible').count()).toBe(0)
  // Also from what it is joined to.
  await page.locator('#details ul button').last().tap()
  await page.getByRole('button', { name: 'Back to the list' }).tap()
  expect(await row.textContent()).toBe(text)
  expect(await row.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
  await expect.poll(async () => (await row.boundingBox())?.y ?? -1).toBeGreaterThan(120)
  await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(800)
  expect(await page.locator('.orders [aria-pressed="true"]').textContent()).toBe('Next to fade')
  expect(await height()).toBe(before)
  expect(await page.locator('nav [role=treeitem][tabindex="0"]:visible').count()).toBe(1)
})

inBrowser('details begin at their beginning after a change of order, filters or choice', async () => {
  const page = await open({ viewport: { width: 1440, height: 600 } })
  const scrollDown = async () => {
    await page.locator('#details').evaluate((panel) => Object.assign(panel, { scrollTop: 200 }))
    expect(await scrolled(page)).toBeGreaterThan(0)
  }
  await scrollDown()
  await page.locator('.orders').getByRole('button', { name: 'Newest' }).click()
  expect(await scrolled(page)).toBe(0)
  await scrollDown()
  await page.locator('#presets button').nth(2).click()
  expect(await scrolled(page)).toBe(0)
  await scrollDown()
  await page.locator('.ordered button').nth(8).click()
  expect(await scrolled(page)).toBe(0)
})

inBrowser('Escape keeps the place of the focus in the details and in the list', async () => {
  const page = await open()
  await page.locator('nav .cluster > button').first().click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await isFocused(page, '#details button')).toBe(true)
  await page.keyboard.press('Escape')
  expect(await heading(page)).toBe('All 200 memories')
  expect(await isFocused(page, '#details h2')).toBe(true)
  // What had the focus is in a topic that closes again.
  await search(page, 'cello')
  await page.keyboard.press('ArrowDown')
  expect(await isFocused(page, 'nav .memory > button')).toBe(true)
  await page.keyboard.press('Escape')
  expect(await isFocused(page, 'nav .cluster > button')).toBe(true)
})

inBrowser('the key of the search is no text at the beginning of it', async () => {
  const page = await open()
  await page.keyboard.press('/')
  await page.keyboard.press('/')
  await page.keyboard.type('a/b')
  expect(await page.getByRole('searchbox').inputValue()).toBe('a/b')
  await page.keyboard.press('Escape')
  await page.locator('#keys summary').click()
  await page.locator('#single-keys').uncheck()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('/')
  expect(await page.getByRole('searchbox').inputValue()).toBe('/')
})

inBrowser('a time or a kind ends the choice of a memory that it leaves out, and of no other', async () => {
  const page = await open()
  const longTerm = largeGraph(200).memories.find(({ memoryLayer }) => memoryLayer === 'ltm')?.content ?? ''
  const kind = (name: string) => page.locator(`#legend .${name}`)
  await search(page, longTerm)
  await kind('long-term').click()
  await page.locator('nav .memory:not(.missed) > button:visible').first().click()
  const chosen = await heading(page)
  await search(page, '')
  expect(await heading(page)).toBe(chosen)
  await kind('long-term').click()
  await kind('short-term').click()
  expect(await heading(page)).toBe('150 of 200 memories')
  expect(await page.locator('nav [aria-current]').count()).toBe(0)
  await page.keyboard.press('Escape')
  // What a person is linked to is told as far as the kind leaves it.
  await search(page, 'Vera 0')
  await page.keyboard.press('Enter')
  await search(page, '')
  await kind('long-term').click()
  expect(await heading(page)).toBe('Vera 0')
  expect(await page.locator('#details h3').textContent()).toContain('Linked to')
})

inBrowser('one key skips the rows between the list and the picture', async () => {
  const page = await open()
  await page.locator('nav .cluster > button').first().focus()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('button', { name: 'Skip to the picture' })
  expect(await skip.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
  await page.keyboard.press('Enter')
  expect(await isFocused(page, '#graph')).toBe(true)
  expect(await heading(page)).toBe('All 200 memories')
})

inBrowser('why there are fewer memories than were stored is said beside their number', async () => {
  const page = await open()
  expect(await page.locator('#details h2 + p').textContent()).toMatch(/^Repeats are merged/)
  await page.locator('#legend .long-term').click()
  expect(await page.locator('#details .note').count()).toBe(0)
})

inBrowser('Escape and its button end the choice, and then the search and the filters', async () => {
  const page = await open()
  const query = page.getByRole('searchbox')
  expect(await query.getAttribute('placeholder')).toBe('words, last week, fading')
  const end = page.locator('#show-all')
  await page.locator('#legend .long-term').click()
  for (const press of [() => query.press('Escape'), () => end.click()]) {
    await search(page, 'cello')
    const found = await heading(page)
    await query.press('Enter')
    expect(await heading(page)).toContain('cello')
    expect(await end.textContent()).toBe('Clear choice')
    await press()
    expect([await heading(page), await query.inputValue()]).toEqual([found, 'cello'])
    expect(await end.textContent()).toBe('Clear filters')
  }
  await end.click()
  expect([await heading(page), await query.inputValue()]).toEqual(['All 200 memories', ''])
})

inBrowser('beside the picture the way back leads to the row, too, and keeps the filters', async () => {
  const page = await open()
  await page.locator('#legend .fading').click()
  const before = await heading(page)
  expect(await page.getByRole('button', { name: 'Back to the list' }).count()).toBe(0)
  const row = page.locator('.ordered > li > button').nth(6)
  const text = await row.textContent()
  await row.click()
  expect(await heading(page)).toBe(text)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  expect(await heading(page)).toBe(before)
  expect([await isFocused(page, '.ordered button'), await row.textContent()]).toEqual([true, text])
  expect(await row.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
  // What was chosen in the list of all leads back there.
  await page.locator('nav .memory > button:visible').nth(2).click()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  expect(await heading(page)).toBe(before)
  expect(await isFocused(page, 'nav .memory > button')).toBe(true)
})
