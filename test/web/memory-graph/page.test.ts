import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import {
  isDot,
  type Look,
  PHONE,
  type Pixel,
  pictureOf,
  shareOfDots,
  useGraphPage,
} from '../../support/browser/memory-graph-page.js'
import { overflowOf, problemsOf } from '../../support/browser/share-page.js'
import { largeGraph } from '../../support/memories/large-graph.js'

const openGraph = useGraphPage()

const inBrowser = test.skipIf(executablePath === undefined)

/** The page of so many memories. */
const open = (count: number, look: Look = {}) => openGraph(largeGraph(count), look)

const isOldest = ({ red, green, blue }: Pixel) =>
  Math.abs(red - 139) + Math.abs(green - 147) + Math.abs(blue - 165) < 12
const isEntity = ({ red, green, blue }: Pixel) => red - blue > 100 && red - green > 50

inBrowser.each([5, 200, 2000])('%i memories are drawn, and each is in the list', async (count) => {
  const { page, strays } = await open(count)
  expect(await shareOfDots(page)).toBeGreaterThan(count === 5 ? 0.0005 : 0.01)
  expect(await page.locator('nav .memory > button').count()).toBe(count)
  expect(strays).toEqual([])
})

inBrowser('a topic opens by a click in the picture; its memory is chosen by another', async () => {
  const { page, strays } = await open(40)
  const heading = page.locator('#details h2')
  const box = await page.locator('#graph').boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await page.locator('nav .cluster > button').first().click()
  expect(await heading.textContent()).toBe('People')
  // The strongest memory is in the middle of its topic, which fills the picture now.
  await page.mouse.click(x, y)
  await expect.poll(() => page.locator('nav button[aria-current]').count()).toBe(1)
  expect(await page.locator('#details dl').textContent()).toContain('Importance')
  await page.keyboard.press('Escape')
  expect(await page.locator('nav button[aria-current]').count()).toBe(0)
  expect(strays).toEqual([])
})

inBrowser('what a chosen node is joined to keeps to the time', async () => {
  const { page } = await open(200)
  await page.getByRole('searchbox').fill('Vera 0')
  await page
    .locator('nav li:not(.cluster):not(.missed) > button', { hasText: /^Vera 0/ })
    .first()
    .click()
  const joined = page.locator('#details h3', { hasText: 'Linked to' })
  await page.getByRole('button', { name: /^Show all/ }).click()
  const all = await page.locator('#details .ordered > li').count()
  expect(all).toBeGreaterThan(1)
  expect(await joined.textContent()).toMatch(/^Linked to \d+ memor(?:y|ies)(?:, \d+ \w+)*$/)
  await page.getByRole('slider', { name: 'Remembered until' }).focus()
  await page.keyboard.press('Home')
  await expect.poll(() => joined.textContent()).toMatch(/; \d+ more (?:is|are) left out by time or kind$/)
  const out = Number(/(\d+) more/.exec((await joined.textContent()) ?? '')?.[1])
  expect(await page.locator('#details .ordered > li').count()).toBe(all - out)
})

inBrowser('the number of what is shown says how many of it the search has found', async () => {
  const { page } = await open(40)
  await page.getByRole('searchbox').fill('bees')
  const found = await page.locator('nav .memory:not(.missed)').count()
  expect(found).toBeGreaterThan(0)
  expect(await page.locator('#range').textContent()).toBe(`${found} of 40 memories: with “bees”`)
  expect(await page.locator('#found').textContent()).toBe(`${found} memories`)
  await page.getByRole('searchbox').fill('')
  expect(await page.locator('#range').textContent()).toBe('all 40 memories')
})

inBrowser('the timeline leaves out what was before and after, everywhere', async () => {
  const { page } = await open(200)
  const before = await shareOfDots(page)
  const range = page.locator('#range')
  const listed = page.locator('nav .memory:not(.missed)')
  const topics = () => page.locator('nav .cluster > button').allTextContents()
  const all = await topics()
  expect(await range.textContent()).toBe('all 200 memories')
  await page.getByRole('slider', { name: 'Remembered until' }).focus()
  await page.keyboard.press('Home')
  await expect
    .poll(() => range.textContent())
    .toMatch(/^\d+ of 200 memories: from 2030-01-02 until 2030-01-03$/)
  const kept = await listed.count()
  expect(await range.textContent()).toContain(`${kept} of 200`)
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(20)
  const left = (await topics()).map((text) => Number(/\((\d+) of \d+\)$/.exec(text)?.[1] ?? 0))
  expect(left.reduce((sum, one) => sum + one, 0)).toBe(kept)
  expect(await page.locator('#details h2').textContent()).toBe(`${kept} of 200 memories`)
  // The newest of those that are left, not of all.
  await page.getByRole('button', { name: 'Newest', exact: true }).click()
  expect(await page.locator('#details li small').first().textContent()).toMatch(/^2030-01-0/)
  await page.getByRole('slider', { name: 'Remembered until' }).focus()
  await expect.poll(() => shareOfDots(page)).toBeLessThan(before / 5)
  await page.keyboard.press('End')
  expect(await range.textContent()).toBe('all 200 memories')
  expect(await listed.count()).toBe(200)
  expect(await topics()).toEqual(all)
  await page.getByRole('slider', { name: 'Remembered from' }).focus()
  await page.keyboard.press('End')
  await expect
    .poll(() => range.textContent())
    .toMatch(/^\d+ of 200 memories: from 2030-03-31 until 2030-04-01$/)
  expect(await listed.count()).toBeLessThan(200)
})

inBrowser('times that lie near each other are told with seconds and parts of them', async () => {
  const graph = largeGraph(60)
  const memories = graph.memories.map((memory, index) => ({
    ...memory,
    createdAt: new Date(Date.UTC(2030, 3, 1, 11, 59) + index * 100).toISOString(),
  }))
  const { page } = await openGraph({ ...graph, memories })
  expect(await page.locator('#ends span').allTextContents()).toEqual([
    '2030-04-01 11:59:00.000',
    '2030-04-01 11:59:05.900 UTC',
  ])
  await page.getByRole('button', { name: 'Newest', exact: true }).click()
  const newest = page.locator('.ordered small').first()
  expect(await newest.textContent()).toMatch(/^2030-04-01 11:59:05 UTC, importance/)
  expect(await page.locator('#legend .age-newest').textContent()).toBe('newest quarter of the time 15')
})

inBrowser('without WebGL a sentence says so, and the list has all of it', async () => {
  const { page, strays } = await open(60)
  await page.addInitScript(`
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...more)
    }`)
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  expect(await page.locator('#no-picture').textContent()).toMatch(/^This browser has no WebGL/)
  expect(await page.locator('#no-picture').isVisible()).toBe(true)
  expect(await page.locator('#legend').isVisible()).toBe(false)
  await page.keyboard.press('/')
  await page.keyboard.type('pixel')
  await page.keyboard.press('Enter')
  expect(await page.locator('#details h2').textContent()).toContain('Pixel')
  expect(strays).toEqual([])
})

inBrowser('a large graph begins with its topics, which open and close by keyboard', async () => {
  const { page, strays } = await open(200)
  const topic = page.locator('nav .cluster > button').first()
  const shown = page.locator('nav .memory:visible')
  expect(await topic.getAttribute('aria-expanded')).toBe('false')
  expect(await shown.count()).toBe(0)
  await topic.focus()
  await page.keyboard.press('ArrowRight')
  expect(await topic.getAttribute('aria-expanded')).toBe('true')
  expect(await shown.count()).toBeGreaterThan(0)
  await page.keyboard.press('ArrowRight')
  // The most important are some with the same text.
  expect(await page.evaluate('document.activeElement.parentElement.className')).toBe('repeated')
  for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowRight')
  expect(await page.evaluate('document.activeElement.parentElement.className')).toBe('memory')
  await page.keyboard.press('Enter')
  expect(await page.locator('#details dl').textContent()).toContain('Importance')
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowLeft')
  expect(await topic.getAttribute('aria-expanded')).toBe('false')
  expect(strays).toEqual([])
})

inBrowser('a search opens the topics of what it finds, and closes them again', async () => {
  const { page } = await open(200, { viewport: { width: 390, height: 900 } })
  const shown = page.locator('nav .memory:visible')
  await page.getByRole('searchbox').fill('Pixel')
  const found = Number.parseInt((await page.locator('#found').textContent()) ?? '', 10)
  await expect.poll(() => shown.count()).toBeGreaterThan(0)
  expect(await shown.count()).toBeLessThanOrEqual(found)
  // In a narrow window what was found is above the picture.
  const [list, picture] = await Promise.all(['nav', '#view'].map((one) => page.locator(one).boundingBox()))
  expect(list?.y ?? 0).toBeLessThan(picture?.y ?? 0)
  await page.getByRole('searchbox').fill("Pixel's")
  await expect.poll(() => page.locator('#found').textContent()).toMatch(new RegExp(`^${found} memories\\b`))
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => shown.count()).toBe(0)
})

inBrowser('while nothing is chosen, the most important and the newest memories are at hand', async () => {
  const { page } = await open(60)
  const graph = largeGraph(60)
  const [most] = [...graph.memories].sort((a, b) => b.importance - a.importance)
  const [newest] = [...graph.memories].sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))
  const buttons = page.locator('.ordered button')
  const notes = page.locator('.ordered small')
  expect(await buttons.nth(0).textContent()).toBe(most?.content)
  expect(most?.importance.toFixed(2)).toBe('0.99')
  expect(await notes.nth(0).textContent()).toBe(`importance 0.99, ${most?.createdAt.slice(0, 10)}`)
  await page.getByRole('button', { name: 'Newest', exact: true }).click()
  expect(await buttons.first().textContent()).toBe(newest?.content)
  expect(await notes.first().textContent()).toContain(newest?.createdAt?.slice(0, 10))
  await buttons.first().click()
  expect(await page.locator('#details h2').textContent()).toBe(newest?.content)
})

inBrowser('words that nothing has are left out of a search, and named', async () => {
  const { page } = await open(200)
  const query = page.getByRole('searchbox')
  await query.fill('Pixel black')
  await expect.poll(() => page.locator('#found').textContent()).toMatch(/^\d+ memories$/)
  const found = Number.parseInt((await page.locator('#found').textContent()) ?? '', 10)
  await query.fill('the story of a black Pixel')
  await expect
    .poll(() => page.locator('#found').textContent())
    .toMatch(new RegExp(`^${found} memories; without .*“story”`))
  await query.fill('zeppelin')
  await expect.poll(() => page.locator('#found').textContent()).toBe('nothing with “zeppelin”')
})

inBrowser('Enter in the search goes from one hit to the next, and the arrow down into the list', async () => {
  const { page } = await open(200)
  const heading = page.locator('#details h2')
  const current = () => page.locator('nav button[aria-current]').textContent()
  await page.getByRole('searchbox').fill('Vera cello')
  await page.keyboard.press('Enter')
  expect(await heading.textContent()).toContain('cello')
  const first = await current()
  await page.keyboard.press('Enter')
  const second = await current()
  expect(second).not.toBe(first)
  await page.keyboard.press('Shift+Enter')
  expect(await current()).toBe(first)
  expect(await page.locator('#chosen').textContent()).toMatch(/^Chosen: .*cello/)
  await page.keyboard.press('ArrowDown')
  const inList = "document.activeElement.closest('nav .memory') !== null"
  expect(await page.evaluate(inList)).toBe(true)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  expect(await page.evaluate('document.activeElement.id')).toBe('query')
})

inBrowser('the list is one stop of Tab, and the details are the next', async () => {
  const { page } = await open(200)
  // Above it are buttons for all of it.
  await page.locator('#close-all').focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('treeitem')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  expect(await page.evaluate("document.activeElement.closest('#details') !== null")).toBe(true)
  await page.keyboard.press('Shift+Tab')
  const second = await page.locator('nav .cluster > button').nth(1).textContent()
  expect(await page.evaluate('document.activeElement.textContent')).toBe(second)
})

inBrowser(
  'what is joined to a memory is chosen by keyboard, and the focus stays in the details',
  async () => {
    const { page } = await open(20)
    await page.locator('nav .memory > button').first().click()
    const joined = page.locator('#details li button').last()
    const name = await joined.textContent()
    await joined.focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('#details h2').first().textContent()).toBe(name)
    expect(await page.evaluate("document.activeElement.matches('#details h2')")).toBe(true)
  },
)

inBrowser('a choice has an address, and Back undoes it', async () => {
  const { page } = await open(20)
  const heading = page.locator('#details h2').first()
  await page.locator('nav .memory > button').first().click()
  const [first, address] = [await heading.textContent(), page.url()]
  expect(address).toContain('#choose=memory')
  expect(await page.locator('#details dl a').getAttribute('href')).toBe(new URL(address).hash)
  await page.locator('nav .memory > button').nth(1).click()
  expect(await heading.textContent()).not.toBe(first)
  await page.goBack()
  await expect.poll(() => heading.textContent()).toBe(first)
  await page.goBack()
  await expect.poll(() => heading.textContent()).toBe('All 20 memories')
  expect(await page.locator('nav button[aria-current]').count()).toBe(0)
  await page.goto(address)
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  expect(await heading.textContent()).toBe(first)
})

inBrowser('memories with the same text are one row with their number, and each has its time', async () => {
  const graph = largeGraph(24)
  const memories = graph.memories.map((memory, index) => ({
    ...memory,
    content: index % 2 === 0 ? 'Likes tea' : memory.content,
  }))
  const { page } = await openGraph({ ...graph, memories })
  const row = page.locator('nav .repeated').first()
  const button = row.locator('> button')
  const copies = row.locator('.memory > button')
  const count = await copies.count()
  expect(await button.textContent()).toMatch(new RegExp(`^Likes tea ×\u2009${count}the last 2030-0`))
  expect(await button.getAttribute('aria-expanded')).toBe('false')
  await button.focus()
  await page.keyboard.press('ArrowRight')
  const times = (await copies.allTextContents()).map((text) => text.slice(0, 19))
  expect(times).toEqual([...times].sort().reverse())
  expect(new Set(times).size).toBe(count)
  await copies.last().click()
  expect(await page.locator('#details h2').textContent()).toBe('Likes tea')
  expect(await page.locator('#details dd').nth(1).textContent()).toContain(times.at(-1))
  expect(await page.locator('nav .memory > button').count()).toBe(24)
})

inBrowser('details are told in words, with their scale', async () => {
  const graph = largeGraph(60)
  const [memory] = graph.memories
  const { page } = await open(60)
  await page.getByRole('searchbox').fill(memory?.content ?? '')
  await page.keyboard.press('Enter')
  const terms = await page.locator('#details dt').allTextContents()
  const values = await page.locator('#details dd').allTextContents()
  const told = Object.fromEntries(terms.map((term, index) => [term, values[index]?.trim()]))
  expect(told).toMatchObject({
    ...{ 'What it is': 'a fact', 'How sure, 0 to 1': '1', 'Comes from': 'a conversation' },
    'Importance, 0 to 1': expect.stringMatching(/^0\.\d+$/),
    Remembered: expect.stringMatching(/^2030-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
  })
})

inBrowser('on a phone what is known of a choice comes first, right under the search', async () => {
  const { page } = await open(200, { viewport: { width: 390, height: 800 } })
  await page.getByRole('searchbox').fill('Vera cello')
  await page.keyboard.press('Enter')
  const tops = async () => {
    const boxes = await Promise.all(
      ['search', '#details h2', '#details dl', '#view'].map((one) => page.locator(one).first().boundingBox()),
    )
    return boxes.map((box) => box?.y ?? 0)
  }
  await expect.poll(async () => (await tops())[0]).toBe(0)
  const [, heading = 0, facts = 0, picture = 0] = await tops()
  expect(heading).toBeGreaterThan(0)
  expect(facts).toBeLessThan(400)
  expect(picture).toBeGreaterThan(facts)
})

/** The share of pixels in which two pictures differ. */
async function differenceOf(...pictures: [Buffer, Buffer]): Promise<number> {
  const [a, b] = await Promise.all(pictures.map((one) => sharp(one).greyscale().raw().toBuffer()))
  if (a === undefined || b === undefined || a.length !== b.length) return 1
  return a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > 30).length / a.length
}

const LOW_PHONE = { ...PHONE, viewport: { width: 390, height: 800 } }

/** Fingers that go from one height of the page to another, side by side. */
async function swipe(page: Page, ways: readonly { x: number; from: number; to: number }[]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  const at = (part: number) => ways.map(({ x, from, to }) => ({ x, y: from + (to - from) * part }))
  await send('touchStart', at(0))
  for (let step = 1; step <= 10; step++) await send('touchMove', at(step / 10))
  await send('touchEnd', [])
}

/** Brings the picture, which comes last, into view; tells where it is then. */
async function pictureOnPhone(page: Page): Promise<{ top: number; scrolled: number }> {
  await page.getByRole('button', { name: 'Picture', exact: true }).tap()
  const topOf = async () => (await page.locator('#graph').boundingBox())?.y ?? -1
  await expect.poll(topOf).toBeLessThan(300)
  return { top: await topOf(), scrolled: await page.evaluate<number>('scrollY') }
}

inBrowser('one finger scrolls the page over the picture', async () => {
  const { page } = await open(200, LOW_PHONE)
  const { top, scrolled } = await pictureOnPhone(page)
  await swipe(page, [{ x: 200, from: top + 100, to: top + 300 }])
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeLessThan(scrolled - 100)
})

inBrowser('two fingers move the picture, and one where that is asked for', async () => {
  const { page } = await open(200, LOW_PHONE)
  const { top, scrolled } = await pictureOnPhone(page)
  const before = await pictureOf(page)
  const isMoved = async () => (await differenceOf(before, await pictureOf(page))) > 0.03
  await swipe(page, [
    { x: 150, from: top + 300, to: top + 200 },
    { x: 250, from: top + 300, to: top + 200 },
  ])
  await expect.poll(isMoved).toBe(true)
  await page.getByRole('button', { name: 'Whole' }).click()
  await expect.poll(isMoved).toBe(false)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await swipe(page, [{ x: 200, from: top + 300, to: top + 200 }])
  await expect.poll(isMoved).toBe(true)
  expect(await page.evaluate('scrollY')).toBe(scrolled)
})

inBrowser('however far the picture is moved, some of it stays in the window', async () => {
  const { page } = await open(200)
  await page.locator('#graph').focus()
  for (const key of ['ArrowRight', 'ArrowUp']) {
    for (let press = 0; press < 15; press++) await page.keyboard.press(key)
  }
  // Without the frame of the focus, which is as blue as they are.
  await page.getByRole('searchbox').focus()
  expect(await shareOfDots(page)).toBeGreaterThan(0.001)
})

inBrowser('however near it comes, some dots stay in the window', async () => {
  const { page } = await open(200)
  await page.locator('#graph').focus()
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight')
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press('+')
    if (press % 4 === 0) await page.keyboard.press('ArrowDown')
  }
  await page.getByRole('searchbox').focus()
  const isAny = (pixel: Pixel) => isDot(pixel) || isEntity(pixel) || isOldest(pixel)
  expect(await shareOfDots(page, isAny)).toBeGreaterThan(0.0002)
})

inBrowser('keys zoom on the dot that is chosen, also from outside of the window', async () => {
  const { page } = await open(200)
  await page.locator('#graph').focus()
  await page.keyboard.press('Shift+ArrowRight')
  const isRing = ({ red, green, blue }: Pixel) =>
    Math.abs(red - 11) + Math.abs(green - 87) + Math.abs(blue - 208) < 12
  const ring = async () => {
    await page.getByRole('searchbox').focus()
    const share = await shareOfDots(page, isRing)
    await page.locator('#graph').focus()
    return share
  }
  const before = await ring()
  expect(before).toBeGreaterThan(0)
  for (let press = 0; press < 8; press++) await page.keyboard.press('+')
  expect(await ring()).toBeGreaterThan(before / 2)
  for (let press = 0; press < 8; press++) await page.keyboard.press('ArrowDown')
  expect(await ring()).toBe(0)
  await page.keyboard.press('-')
  expect(await ring()).toBeGreaterThan(0)
})

inBrowser(
  'on a phone a topic that is tapped is told right under its circle, which keeps its place, also when it is closed',
  async () => {
    const { page } = await open(2000, LOW_PHONE)
    const { top } = await pictureOnPhone(page)
    const before = await page.evaluate<number>('document.documentElement.scrollHeight')
    const box = await page.locator('#graph').boundingBox()
    const chosen = page.locator('nav .cluster > button[aria-current]')
    // The largest topic is next to the player, above the middle; its name stands on top of it.
    await page.touchscreen.tap((box?.x ?? 0) + 192, (box?.y ?? 0) + (box?.height ?? 0) / 2 - 86)
    const heading = page.locator('#details h2').first()
    await expect.poll(() => chosen.count()).toBe(1)
    const row = page.locator('nav button[aria-current]')
    // Rows that opened above the picture would push it away.
    expect(await row.getAttribute('aria-expanded')).toBe('false')
    expect(await row.textContent()).toContain(await heading.textContent())
    const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? -1
    expect(await topOf('#details h2')).toBeGreaterThan(100)
    expect(await topOf('#details h2')).toBeLessThan(700)
    expect(await topOf('#graph')).toBeGreaterThan(50)
    const told = await topOf('#graph')
    await page.getByRole('button', { name: 'Close', exact: true }).tap()
    await expect.poll(() => topOf('#graph')).toBeCloseTo(Math.max(told, top), 0)
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBe(before)
  },
)

inBrowser('Shift and an arrow choose the next dot in that direction', async () => {
  const { page } = await open(60)
  await page.locator('#graph').focus()
  const chosen = () => page.locator('nav button[aria-current]').textContent()
  await page.keyboard.press('Shift+ArrowRight')
  const first = await chosen()
  await page.keyboard.press('Shift+ArrowRight')
  const second = await chosen()
  expect(second).not.toBe(first)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  expect(await chosen()).not.toBe(second)
  expect(await page.evaluate('document.activeElement.id')).toBe('graph')
})

inBrowser('a kind of the legend is highlighted by keyboard, and Escape ends it', async () => {
  const { page, strays } = await open(200)
  const before = await shareOfDots(page)
  const kind = page.getByRole('button', { name: 'long-term 50' })
  const range = page.locator('#range')
  await page.locator('#presets button').first().focus()
  const isThere = () => kind.evaluate((button) => button.ownerDocument.activeElement === button)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  expect(await isThere()).toBe(true)
  await page.keyboard.press('Enter')
  expect(await kind.getAttribute('aria-pressed')).toBe('true')
  expect(await range.textContent()).toBe('50 of 200 memories: long-term')
  // The list and the details have these alone; with an age, those that are both.
  expect(await page.locator('nav li.memory:not(.missed)').count()).toBe(50)
  expect(await page.locator('#details h2').first().textContent()).toBe('50 of 200 memories')
  const age = page.locator('#legend button').first()
  await age.click()
  expect(Number.parseInt((await range.textContent()) ?? '', 10)).toBeLessThan(50)
  await age.click()
  const highlighted = await shareOfDots(page)
  expect(highlighted).toBeGreaterThan(0)
  expect(highlighted).toBeLessThan(before * 0.8)
  await page.keyboard.press('Escape')
  expect(await kind.getAttribute('aria-pressed')).toBe('false')
  expect(await range.textContent()).toBe('all 200 memories')
  expect(await shareOfDots(page)).toBeCloseTo(before, 3)
  expect(strays).toEqual([])
})

inBrowser('where nothing is left the list says so', async () => {
  const { page } = await open(40)
  const nothing = page.locator('#nothing-listed')
  expect(await nothing.isVisible()).toBe(false)
  await page.getByRole('searchbox').fill('zzz')
  await nothing.waitFor()
  expect(await nothing.textContent()).toMatch(/^Nothing found for “zzz”\. Esc or/)
  await page.keyboard.press('Escape')
  await expect.poll(() => nothing.isVisible()).toBe(false)
})

inBrowser('a memory that is chosen beside the list is brought into its view', async () => {
  const { page } = await open(2000, { viewport: { width: 1440, height: 900 } })
  for (const at of [3, 1, 4]) {
    await page.locator('.ordered button').nth(at).click()
    const row = page.locator('nav button[aria-current]')
    await expect.poll(async () => (await row.boundingBox())?.y ?? -1).toBeGreaterThan(0)
    await expect.poll(async () => (await row.boundingBox())?.y ?? 9999).toBeLessThan(880)
    await page.goBack()
    await page.locator('#details h2', { hasText: 'All 2000 memories' }).waitFor()
  }
})

inBrowser('what a search does not find is grey', async () => {
  const { page } = await open(200)
  const before = await shareOfDots(page)
  await page.getByRole('searchbox').fill('Vera')
  // Where the picture was, so that no dot is larger than before.
  await page.locator('#fit-all').click()
  const after = await shareOfDots(page)
  expect(after).toBeGreaterThan(0)
  expect(after).toBeLessThan(before / 2)
})

inBrowser('single keys can be switched off, but for the picture while it has the focus', async () => {
  const { page } = await open(60)
  await page.locator('#keys summary').click()
  await page.locator('#single-keys').uncheck()
  const whole = await pictureOf(page)
  await page.locator('#legend button').first().press('+')
  await page.keyboard.press('/')
  expect(await page.evaluate('document.activeElement.id')).not.toBe('query')
  expect(await areAlike(await pictureOf(page), whole)).toBe(true)
  await page.locator('#graph').press('+')
  expect(await areAlike(await pictureOf(page), whole)).toBe(false)
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  expect(await page.locator('#single-keys').isChecked()).toBe(false)
})

inBrowser('the picture is moved by the arrow keys while it has the focus', async () => {
  const { page } = await open(40)
  // With the frame of the focus around it, so that only the move makes a difference.
  await page.locator('#graph').press('Shift')
  const before = await pictureOf(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await pictureOf(page)).equals(before)).toBe(false)
})

/** Whether two pictures are the same but for the rounding of edges. */
async function areAlike(a: Buffer, b: Buffer): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((image) => sharp(image).greyscale().raw().toBuffer()))
  const different = one?.filter((value, at) => Math.abs(value - (other?.[at] ?? 0)) > 60).length ?? 0
  return different < (one?.length ?? 0) / 500
}

inBrowser('Escape moves the picture back to all of it, as does a topic that is closed', async () => {
  const { page } = await open(200)
  const whole = await pictureOf(page)
  const topic = page.locator('nav .cluster > button').first()
  await topic.click()
  await expect.poll(async () => areAlike(await pictureOf(page), whole)).toBe(false)
  await topic.click()
  expect(await page.locator('nav button[aria-current]').count()).toBe(0)
  await page.mouse.move(0, 0)
  await expect.poll(async () => areAlike(await pictureOf(page), whole)).toBe(true)
  await page.locator('nav .cluster > button').nth(2).click()
  await page.keyboard.press('Escape')
  await expect.poll(async () => areAlike(await pictureOf(page), whole)).toBe(true)
})

inBrowser('a search moves the picture only to what is outside of it, and back', async () => {
  const { page } = await open(200)
  const hasEntities = async () => (await shareOfDots(page, isEntity)) > 0.0002
  const query = page.getByRole('searchbox')
  const whole = await pictureOf(page)
  await query.fill('Pixel')
  const found = await pictureOf(page)
  await query.fill('')
  await expect.poll(async () => areAlike(await pictureOf(page), whole)).toBe(true)
  // All of it was in view, so that nothing was moved: what is found stands where it stood.
  await query.fill('Pixel')
  await page.locator('#fit-all').click()
  await expect.poll(async () => areAlike(await pictureOf(page), found)).toBe(true)
  await query.fill('')
  // So near, and so far up, that no entity is in view.
  await page.locator('#graph').focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press('+')
  for (let step = 0; step < 15 && (await hasEntities()); step++) await page.keyboard.press('ArrowUp')
  const near = await pictureOf(page)
  expect(await hasEntities()).toBe(false)
  await query.fill('Lyon 31')
  await expect.poll(hasEntities).toBe(true)
  await query.fill('')
  await page.locator('#graph').focus()
  await expect.poll(async () => areAlike(await pictureOf(page), near)).toBe(true)
})

/** The middle of the label of the topic that is open, the only thing with so long rows of its colour. */
async function openLabel(page: Page): Promise<[number, number]> {
  const box = await page.locator('#graph').boundingBox()
  const image = sharp(await pictureOf(page))
    .removeAlpha()
    .raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  const rows = Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (_, x) => x).filter((x) => {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * 3)
      return Math.abs(red - 11) + Math.abs(green - 110) + Math.abs(blue - 95) < 30
    }),
  )
  const longest = rows.reduce((a, b) => (b.length > a.length ? b : a), [])
  const sum = longest.reduce((a, b) => a + b, 0)
  return [(box?.x ?? 0) + sum / longest.length, (box?.y ?? 0) + rows.indexOf(longest)]
}

inBrowser.each([390, 1440])('at %i pixels a click on the label of an open topic closes it', async (width) => {
  const { page } = await open(200, { viewport: { width, height: 900 } })
  const topic = page.locator('nav .cluster > button').first()
  await topic.click()
  await page.locator('#graph').scrollIntoViewIfNeeded()
  const [x, y] = await openLabel(page)
  await page.mouse.move(x, y)
  expect(await page.evaluate("document.getElementById('graph').style.cursor")).toBe('pointer')
  await page.mouse.click(x, y)
  await expect.poll(() => page.locator('nav button[aria-current]').count()).toBe(0)
  expect(await page.locator('#details h2').first().textContent()).toBe('All 200 memories')
})

inBrowser.each(
  [390, 820, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => [theme, width] as const)),
)('axe finds nothing in %s at %i pixels, and nothing is wider than the page', async (colorScheme, width) => {
  const { page, strays } = await open(60, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true })
  const find = async (state: string) => {
    expect([state, await problemsOf(page)]).toEqual([state, []])
    expect([state, await overflowOf(page)]).toEqual([state, 0])
  }
  await find('nothing chosen')
  await page.locator('nav .cluster > button').first().click()
  await find('a topic')
  await page.locator('nav .memory > button').first().click()
  await find('a memory')
  await page.getByRole('searchbox').fill('Pixel')
  await find('a search')
  await page.getByRole('searchbox').fill('nothing like that')
  await find('nothing found')
  expect(strays).toEqual([])
})
