import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import {
  type Look,
  PHONE,
  type Pixel,
  shareOfDots,
  useGraphPage,
} from '../../support/browser/memory-graph-page.js'
import { overflowOf } from '../../support/browser/share-page.js'
import { largeGraph } from '../../support/memories/large-graph.js'

const openGraph = useGraphPage()

const inBrowser = test.skipIf(executablePath === undefined)
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true }

const open = async (look: Look = {}, count = 200) => (await openGraph(largeGraph(count), look)).page

/** Pixels of its content that a box does not show, to the right and below. */
const hiddenOf = (page: Page, selector: string) =>
  page.evaluate<[number, number]>(`(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector('${selector}')
    return [scrollWidth - clientWidth, scrollHeight - clientHeight]
  })()`)

inBrowser('on an upright tablet all kinds are in sight', async () => {
  const page = await open(TABLET)
  expect(await hiddenOf(page, '#legend')).toEqual([0, 0])
  const edges = await Promise.all(
    (await page.locator('#legend button').all()).map(async (chip) => (await chip.boundingBox())?.x ?? 0),
  )
  expect(Math.max(...edges)).toBeLessThan(820)
})

inBrowser.each([
  ['on a phone', PHONE],
  ['in a small window for fingers', { viewport: { width: 1024, height: 700 }, hasTouch: true }],
])('%s what fades and what lasts are the first of the row of kinds, until one is chosen', async (_, look) => {
  const page = await open(look)
  const row = await page.locator('#legend').boundingBox()
  const isInSight = async (kind: string) => {
    const { x = -1, width = 0 } = (await page.locator(`#legend .${kind}`).boundingBox()) ?? {}
    return x >= (row?.x ?? 0) && x + width <= (row?.x ?? 0) + (row?.width ?? 0)
  }
  expect([await isInSight('fading'), await isInSight('long-term')]).toEqual([true, true])
  expect(await isInSight('entity')).toBe(false)
  await page.locator('#legend .entity').tap()
  expect(await isInSight('entity')).toBe(true)
  const ahead = async (kind: string) => (await page.locator(`#legend .${kind}`).boundingBox())?.x ?? -1
  expect(await ahead('entity')).toBeLessThan(await ahead('fading'))
})

inBrowser.each([
  ['a phone', PHONE],
  ['a tablet', TABLET],
  ['a small window', { viewport: { width: 1024, height: 700 } }],
])('on %s all that leaves something out is said', async (_, look) => {
  const page = await open(look)
  await page.locator('#presets button').nth(2).click()
  for (const kind of ['age-newer', 'age-older', 'short-term', 'fading'])
    await page.locator(`#legend .${kind}`).click()
  await page.getByRole('searchbox').fill('keeps eleven bees')
  const sentence = page.locator('#bar p')
  expect(await sentence.textContent()).toMatch(/^Shown: .*30 days.*short-term.*fading.*bees/)
  expect(await hiddenOf(page, '#bar p')).toEqual([0, 0])
  const [text, controls] = await Promise.all(
    [sentence, page.locator('#legend')].map((one) => one.boundingBox()),
  )
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeGreaterThan(0)
  // Neither under the chips nor above its own box.
  const box = await page.locator('#bar').boundingBox()
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) + 1)
  expect(controls).not.toBeNull()
})

inBrowser.each([390, 360])(
  'on a phone of %i pixels the first memory begins within 450, and what leaves out is said once',
  async (width) => {
    const page = await open({ ...PHONE, viewport: { width, height: 740 } })
    expect((await page.locator('.ordered button').first().boundingBox())?.y).toBeLessThan(450)
    const end = page.getByRole('button', { name: 'Clear filters' })
    const countsInSight = () =>
      page.locator('#details h2:visible, #found:visible, #bar:visible').allInnerTexts()
    expect(await countsInSight()).toEqual(['All 200 memories'])
    await page.locator('#legend .fading').tap()
    await page.getByRole('searchbox').fill('bees')
    const [heading = ''] = await countsInSight()
    expect(heading).toMatch(/^\d+ of 200 memories$/)
    // For eyes the number is the heading; whoever hears the page has it in the sentence.
    expect(await page.locator('#range').textContent()).toMatch(
      /^\d+ of 200 memories: fading .*; with “bees”$/,
    )
    const { width: wide = 99 } = (await page.locator('#range span').boundingBox()) ?? {}
    const clip = "getComputedStyle(document.querySelector('#range span')).clipPath"
    expect([wide > 0, await page.evaluate(clip)]).toEqual([true, 'inset(50%)'])
    // What ends it stays in sight wherever the page is.
    await page.getByRole('button', { name: 'Picture', exact: true }).tap()
    const isInSight = async () => {
      const { y = -1, height = 0 } = (await end.boundingBox()) ?? {}
      return y >= 0 && y + height <= 112
    }
    await expect.poll(isInSight).toBe(true)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await end.tap()
    expect(await page.locator('#show-all:visible').count()).toBe(0)
    expect(await page.locator('#details h2').textContent()).toBe('All 200 memories')
  },
)

inBrowser(
  'what ends a filter stands by the sentence where there is room, also after that has changed',
  async () => {
    const page = await open()
    await page.locator('#legend .fading').click()
    const places = page.locator('#places #show-all')
    expect(await page.locator('#bar #show-all').count()).toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => places.count()).toBe(1)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => places.count()).toBe(0)
  },
)

inBrowser(
  'on a phone no part of the picture lies under the search while something is touched in it',
  async () => {
    const page = await open(PHONE)
    await page.getByRole('searchbox').fill('Vera')
    await page.getByRole('button', { name: 'Picture', exact: true }).tap()
    const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? -1
    const footOfSearch = async () => {
      const { y = 0, height = 0 } = (await page.locator('search').boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(async () => (await topOf('#view')) - (await footOfSearch())).toBeGreaterThanOrEqual(0)
    const { x = 0, y = 0, height = 0 } = (await page.locator('#graph').boundingBox()) ?? {}
    await page.touchscreen.tap(x + 192, y + height / 2 - 86)
    await page.locator('body.touched').waitFor()
    await expect.poll(async () => (await topOf('#view')) - (await footOfSearch())).toBeGreaterThanOrEqual(0)
    expect(await topOf('#details h2')).toBeLessThan(844)
  },
)

/** The strongest colour of a picture: how far its channels are apart. */
async function strongestOf(image: Buffer): Promise<number> {
  const { data } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let strongest = 0
  for (let at = 0; at < data.length; at += 3) {
    const channels = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    strongest = Math.max(strongest, Math.max(...channels) - Math.min(...channels))
  }
  return strongest
}

inBrowser.each(['light', 'dark'] as const)(
  'with forced colours what is left out has no colour, and the track of the sliders is there (%s)',
  async (colorScheme) => {
    const page = await open({ forcedColors: 'active', colorScheme }, 60)
    expect(await strongestOf(await page.locator('#bars').screenshot())).toBeGreaterThan(60)
    await page.getByRole('searchbox').fill('zzz')
    // The colour of what is switched off, in a dark theme.
    const isGreen = ({ red, green, blue }: Pixel) => green - Math.max(red, blue) > 40
    expect(await shareOfDots(page, isGreen)).toBe(0)
    expect(await strongestOf(await page.locator('#bars').screenshot())).toBeLessThan(20)
    const track = "getComputedStyle(document.querySelector('.ends'), '::before')"
    expect(await page.evaluate(`${track}.borderTopWidth`)).toBe('2px')
    expect(await page.evaluate(`${track}.borderTopColor`)).toBe(
      await page.evaluate('getComputedStyle(document.body).color'),
    )
  },
)

/** Notes the texts that are drawn. */
const NOTE_TEXTS = `
  window.drawnTexts = []
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
    window.drawnTexts.push(text)
    return fillText.call(this, text, ...more)
  }`

inBrowser.each([60, 600, 2000])(
  'on a phone each circle of %i memories has a name, or its beginning',
  async (count) => {
    const page = await open(PHONE, count)
    await page.addInitScript(NOTE_TEXTS)
    await page.reload()
    await page.locator('html[data-ready]').waitFor()
    const texts = await page.evaluate<string[]>('drawnTexts')
    const { nodes } = largeGraph(count).graph
    const topics = nodes.flatMap(({ type, label = '' }) => (type === 'cluster' ? [label] : []))
    const isDrawn = (name: string) => texts.some((text) => text.startsWith(name.split(/[\s,]/)[0] ?? name))
    expect([...topics, 'People, places, things'].filter((name) => !isDrawn(name))).toEqual([])
  },
)

inBrowser('in a small window values stand below their names, each time in one line', async () => {
  const page = await open({ viewport: { width: 1024, height: 700 } })
  await page.locator('.ordered button').first().click()
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { y: 0 }
  const value = page.locator('#details dd', { hasText: 'UTC' }).first()
  const { x = 0, width = 0, height = 99 } = (await value.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(200)
  expect(height).toBeLessThan(30)
  const { x: left = -1 } = (await page.locator('#details dt').first().boundingBox()) ?? {}
  expect(x).toBe(left)
  // Where there is room, beside them.
  await page.setViewportSize({ width: 1440, height: 900 })
  const beside = async () => (await boxOf('#details dd')).y - (await boxOf('#details dt')).y
  await expect.poll(beside).toBeLessThan(5)
})

/** How many stops of Tab lead from what has the focus to what a selector names. */
async function stopsTo(page: Page, selector: string, key = 'Tab'): Promise<number> {
  const isThere = () => page.evaluate<boolean>(`document.activeElement.matches('${selector}')`)
  for (let stops = 1; stops < 60; stops++) {
    await page.keyboard.press(key)
    if (await isThere()) return stops
  }
  return 60
}

inBrowser('rows of buttons are one stop of Tab each, in which arrows go on', async () => {
  const page = await open()
  await page.locator('#graph').focus()
  expect(await stopsTo(page, '#zoom-in')).toBe(1)
  expect(await stopsTo(page, '#presets button')).toBe(1)
  expect(await stopsTo(page, '#legend .fading')).toBe(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  expect(await page.locator('#legend [aria-pressed="true"]').allTextContents()).toEqual([
    expect.stringMatching(/^long-term/),
  ])
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  await page.keyboard.press('End')
  expect(await focused()).toMatch(/^person, place, thing/)
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toMatch(/^fading/)
  // Tab comes back to where it was.
  expect(await stopsTo(page, '#presets button', 'Shift+Tab')).toBe(1)
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toMatch(/^Last 7 days/)
  expect(await stopsTo(page, '#legend .fading')).toBe(1)
  expect(await stopsTo(page, '#presets button', 'Shift+Tab')).toBe(1)
  expect(await focused()).toMatch(/^Last 7 days/)
})

inBrowser('in a row of buttons arrows go as it is seen, and Tab stops at what there is', async () => {
  const page = await open({ viewport: { width: 390, height: 844 } })
  await page.locator('#legend .entity').click()
  await page.locator('#legend .entity').focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.evaluate("document.activeElement.matches('#legend .fading')")).toBe(true)
  await page.getByRole('button', { name: 'Dates' }).focus()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect
    .poll(() => page.locator('#times [tabindex="0"]').allTextContents())
    .toEqual([expect.stringMatching(/^All time/)])
  const stops = await page
    .locator('[role="toolbar"]')
    .evaluateAll((all) =>
      (all as unknown as { querySelectorAll(one: string): { length: number } }[]).map(
        (bar) => bar.querySelectorAll('button[tabindex="0"]').length,
      ),
    )
  expect(stops).toEqual([1, 1, 1, 1])
})
