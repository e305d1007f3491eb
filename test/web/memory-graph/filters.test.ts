import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderGraphPage } from '../../../src/cli/memories/graph-view.js'
import { connectBrowser, executablePath, openContext } from '../../support/browser/browser.js'
import { largeGraph } from '../../support/memories/large-graph.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

let browser: Browser

beforeAll(async () => {
  if (executablePath !== undefined) browser = await connectBrowser()
})
afterAll(() => browser?.close())

const inBrowser = test.skipIf(executablePath === undefined)
const DAY = 86_400_000

/** A graph whose newest memory is ten days older than its reading, so that there is none of the last week. */
const graph = (() => {
  const made = largeGraph(60)
  const memories = made.memories.map((memory) => ({
    ...memory,
    createdAt: new Date(Date.parse(memory.createdAt) - 10 * DAY).toISOString(),
  }))
  return { ...made, memories }
})()
const sinceRead = (days: number) =>
  graph.memories.filter(({ createdAt }) => Date.parse(createdAt) >= Date.parse(graph.readAt) - days * DAY)
    .length

async function open(look: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const file = join(await temporaryFolder(), 'graph.html')
  await writeFile(file, await renderGraphPage(graph))
  const context = await openContext(browser, { reducedMotion: 'reduce', ...look })
  const page = await context.newPage()
  await page.goto(pathToFileURL(file).href)
  await page.locator('html[data-ready]').waitFor()
  return page
}

inBrowser(
  'the last days count from when the graph was read, and say how many memories they have',
  async () => {
    const page = await open()
    const presets = page.locator('#presets button')
    expect(await presets.allTextContents()).toEqual([
      'All time 60',
      'Last 7 days 0',
      `30 days ${sinceRead(30)}`,
    ])
    await presets.nth(1).click()
    expect(await presets.nth(1).getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('#range').textContent()).toBe(
      '0 of 60 memories: in the 7 days before it was read (since 2030-03-25)',
    )
    // The list is not blank: it says why, and where to look.
    const said = /^None of 60 memories is left: in the 7 days before .* The newest of all is of 2030-03-22\./
    expect(await page.locator('#nothing-listed').textContent()).toMatch(said)
    expect(await page.locator('#details').textContent()).toMatch(said)
    await presets.nth(2).click()
    expect(await page.locator('nav .memory:not(.missed)').count()).toBe(sinceRead(30))
    await page.keyboard.press('Escape')
    expect(await page.locator('#range').textContent()).toBe('all 60 memories')
    expect(await presets.nth(0).getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('#from').inputValue()).toBe('0')
  },
)

inBrowser('days can be typed, and both are included', async () => {
  const page = await open()
  const [first, last] = [page.locator('#from-day'), page.locator('#until-day')]
  const newest = '2030-03-22'
  expect(await last.inputValue()).toBe(newest)
  await first.fill(newest)
  const kept = graph.memories.filter(({ createdAt }) => createdAt.startsWith(newest)).length
  expect(kept).toBeGreaterThan(0)
  const range = page.locator('#range')
  expect(await range.textContent()).toBe(`${kept} of 60 memories: from ${newest} until ${newest}`)
  // The last day follows where it would be before the first.
  await last.fill('2030-02-01')
  expect(await range.textContent()).toMatch(/from 2030-02-01 until 2030-02-01$/)
  expect(await first.inputValue()).toBe('2030-02-01')
  await page.locator('#show-all').click()
  expect(await range.textContent()).toBe('all 60 memories')
  expect(await page.locator('#show-all').isVisible()).toBe(false)
})

inBrowser('a day typed by keyboard is not replaced while its year is not whole', async () => {
  const page = await open()
  await page.locator('#from-day').focus()
  await page.keyboard.type('03012030')
  expect(await page.locator('#from-day').inputValue()).toBe('2030-03-01')
  expect(await page.locator('#range').textContent()).toMatch(/from 2030-03-01 until/)
})

inBrowser('a press in the bars moves the nearer end of the time', async () => {
  const page = await open()
  const box = await page.locator('#bars').boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.8, (box?.y ?? 0) + 10)
  expect(await page.locator('#until').inputValue()).toBe('64')
  expect(await page.locator('#from').inputValue()).toBe('0')
})

inBrowser('kinds that no memory has are left out of the legend, others have their number', async () => {
  const page = await open()
  const texts = await page.locator('#legend button').allTextContents()
  const longTerm = graph.memories.filter(({ memoryLayer }) => memoryLayer === 'ltm').length
  expect(texts).toEqual([
    `7 to 30 days old ${sinceRead(30)}`,
    `over 30 days old ${60 - sinceRead(30)}`,
    `long-term ${longTerm}`,
    'person, place, thing 10',
  ])
})

inBrowser('what is found is counted by kind, and one number of memories is everywhere', async () => {
  const page = await open()
  await page.getByRole('searchbox').fill('Vera 0')
  const count = await page.locator('nav .memory:not(.missed)').count()
  const found = (await page.locator('#found').textContent()) ?? ''
  expect(found).toMatch(count === 0 ? /^1 person$/ : new RegExp(`^${count} memor(?:y|ies), 1 person`))
  expect(await page.locator('#range').textContent()).toMatch(new RegExp(`^${count} of 60 memories, 1 person`))
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

inBrowser('on a phone one press leads to the list, and from the details back to it', async () => {
  const page = await open(PHONE)
  const isInView = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    return box !== null && box.y >= 0 && box.y < 700
  }
  expect(await isInView('nav .cluster')).toBe(false)
  await page.getByRole('button', { name: 'List', exact: true }).tap()
  await expect.poll(() => isInView('nav .cluster')).toBe(true)
  await page.locator('nav .cluster > button').first().tap()
  await page.getByRole('button', { name: 'List', exact: true }).tap()
  const row = page.locator('nav .memory > button:visible').first()
  await row.tap()
  await expect.poll(() => isInView('#details .back')).toBe(true)
  await page.getByRole('button', { name: 'Back to the list' }).tap()
  await expect.poll(() => page.locator('nav [aria-current]').count()).toBe(0)
  expect(await row.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
  const { y = -1 } = (await row.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(0)
  expect(y).toBeLessThan(800)
  await page.getByRole('button', { name: 'Picture', exact: true }).tap()
  await expect.poll(() => isInView('#graph')).toBe(true)
})

inBrowser('what is touched is at least 44 pixels high', async () => {
  const page = await open(PHONE)
  const low = await page
    .locator('button:visible, #query, #ranges input:visible')
    .evaluateAll((all) =>
      (all as unknown as { id: string; textContent: string; getBoundingClientRect(): { height: number } }[])
        .filter((one) => one.getBoundingClientRect().height < 44)
        .map((one) => one.id || one.textContent),
    )
  expect(low).toEqual([])
})
