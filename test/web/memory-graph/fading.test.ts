import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { MemoryGraphPageData } from '../../../src/web/memory-graph/page-data.js'
import { executablePath } from '../../support/browser/browser.js'
import { type Look, pictureOf, shareOfDots, useGraphPage } from '../../support/browser/memory-graph-page.js'
import { largeGraph } from '../../support/memories/large-graph.js'

const openGraph = useGraphPage()

const inBrowser = test.skipIf(executablePath === undefined)
const DAY = 86_400_000
const graph = largeGraph(60)
const fading = graph.fading ?? []
const soon = fading.filter(({ turnsAt }) => Date.parse(turnsAt) <= Date.parse(graph.readAt) + 30 * DAY)
const [next] = fading

const open = async (data: MemoryGraphPageData = graph, look: Look = {}) => (await openGraph(data, look)).page

const contentOf = (id: string | undefined) => graph.memories.find((one) => one.id === id)?.content
const order = (page: Page, name: string) => page.locator('.orders').getByRole('button', { name }).click()

inBrowser('what fades next is an order of its own, with the day that the service told', async () => {
  const page = await open()
  await order(page, 'Next to fade')
  expect(await page.locator('.ordered button').first().textContent()).toBe(contentOf(next?.memoryId))
  expect(await page.locator('.ordered small').first().textContent()).toMatch(
    new RegExp(`^forgotten on ${next?.turnsAt.slice(0, 10)}, importance 0`),
  )
  await page.locator('.ordered button').first().click()
  expect(await page.locator('#details dl').textContent()).toContain(
    `short-term; forgotten on ${next?.turnsAt.slice(0, 10)} unless it is recalled before`,
  )
})

inBrowser('what stays long-term for a time says until when, and when it is forgotten', async () => {
  const forgotten = '2033-01-31'
  const isDemoted = (one: { turn: string }) => one.turn === 'demoted'
  const decaysAt = `${forgotten}T09:30:00.000Z`
  const page = await open({
    ...graph,
    fading: fading.map((one) => (isDemoted(one) ? { ...one, decaysAt } : one)),
  })
  const turn = fading.find(isDemoted)
  const day = turn?.turnsAt.slice(0, 10)
  await page.getByRole('searchbox').fill(contentOf(turn?.memoryId) ?? '')
  await order(page, 'Next to fade')
  const row = page.locator(`.ordered li:has(> button[value="${turn?.memoryId}"])`)
  expect(await row.locator('small').textContent()).toMatch(
    new RegExp(`^long-term until ${day}, forgotten on ${forgotten}, importance`),
  )
  await row.locator('button').click()
  expect(await page.locator('#details dl').textContent()).toContain(
    `long-term until ${day}, then short-term; forgotten on ${forgotten} unless it is recalled before`,
  )
})

inBrowser('what fades soon is a kind, a word of the search, and a number in the first line', async () => {
  const page = await open()
  expect(soon.length).toBeGreaterThan(0)
  expect(await page.locator('#summary').textContent()).toContain(`${soon.length} fading within 30 days`)
  await page.getByRole('searchbox').fill('fading')
  expect(await page.locator('nav .memory:not(.missed)').count()).toBe(soon.length)
  await page.getByRole('searchbox').fill('short-term')
  const short = graph.memories.filter(({ memoryLayer }) => memoryLayer === 'stm').length
  expect(await page.locator('nav .memory:not(.missed)').count()).toBe(short)
  await page.getByRole('searchbox').fill('')
  await page.locator('#legend .fading').click()
  expect(await page.locator('#range').textContent()).toBe(
    `${soon.length} of 60 memories: fading within 30 days`,
  )
})

inBrowser('where all that is left fades soon, each order says when, and when it was remembered', async () => {
  const page = await open()
  const notes = async () => {
    const rows = await page.locator('.ordered li').all()
    return Promise.all(
      rows.map(async (row) => ({
        id: (await row.locator('button').getAttribute('value')) ?? '',
        note: (await row.locator('small').textContent()) ?? '',
      })),
    )
  }
  const remembered = (id: string) =>
    graph.memories.find((one) => one.id === id)?.createdAt.slice(0, 10) ?? '?'
  for (const name of ['Important', 'Newest', 'Next to fade']) {
    await order(page, name)
    for (const { id, note } of await notes())
      expect([name, note]).toEqual([name, expect.stringContaining(remembered(id))])
  }
  await page.locator('#legend .fading').click()
  const turnOf = (id: string) => soon.find(({ memoryId }) => memoryId === id)?.turnsAt.slice(0, 10) ?? '?'
  for (const name of ['Important', 'Newest', 'Next to fade']) {
    await order(page, name)
    const rows = await notes()
    expect(rows).toHaveLength(Math.min(10, soon.length))
    for (const { id, note } of rows) {
      expect(note).toContain(`forgotten on ${turnOf(id)}`)
      expect(note).toContain(remembered(id))
    }
  }
})

inBrowser('what fades soon is hollow, in the picture and in its legend', async () => {
  const all = { ...graph, fading: fading.map((one) => ({ ...one, turnsAt: graph.readAt })) }
  const page = await open(all)
  const later = await open({ ...graph, fading: fading.map((one) => ({ ...one, turnsAt: '2040-01-01' })) })
  const [hollow, full] = [await shareOfDots(page), await shareOfDots(later)]
  expect(hollow).toBeLessThan(full * 0.85)
  expect(hollow).toBeGreaterThan(full * 0.5)
  const fillOf = (kind: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('#legend .${kind}'), '::before').backgroundColor`)
  expect([await fillOf('fading'), await fillOf('short-term')]).toEqual([
    'rgba(0, 0, 0, 0)',
    expect.not.stringContaining('rgba'),
  ])
})

inBrowser('where the service tells nothing of fading, the page claims nothing', async () => {
  const page = await open({ ...graph, fading: null })
  expect(await page.locator('.orders button').allTextContents()).toEqual(['Important', 'Newest'])
  expect(await page.locator('#legend .fading').count()).toBe(0)
  expect(await page.locator('#summary').textContent()).not.toContain('fading')
  await page.getByRole('searchbox').fill('short-term')
  await page.keyboard.press('Enter')
  expect(await page.locator('#details dl').textContent()).toContain('which fades sooner than long-term')
})

inBrowser('all of an order is listed where the first of it were, and the focus goes on', async () => {
  const page = await open()
  const button = page.getByRole('button', { name: 'Show all 60' })
  await button.scrollIntoViewIfNeeded()
  const scrolled = () =>
    page.locator('#details').evaluate((panel) => (panel as { scrollTop: number }).scrollTop)
  const before = await scrolled()
  await button.click()
  expect(await page.locator('.ordered > li').count()).toBe(60)
  expect(await scrolled()).toBe(before)
  const focused = "[...document.querySelectorAll('.ordered button')].indexOf(document.activeElement)"
  expect(await page.evaluate(focused)).toBe(10)
  const shares = await page.locator('.ordered small').allTextContents()
  const values = shares.map((text) => Number(/importance (\S+?),?(?: |$)/.exec(text)?.[1]))
  expect(values).toEqual(values.toSorted((a, b) => b - a))
})

inBrowser('each kind says what would be left of it, and nothing moves while it is filtered', async () => {
  const page = await open()
  const edges = () =>
    page.locator('.chip, #view, #from-day, header').evaluateAll((all) =>
      (all as unknown as { getBoundingClientRect(): { x: number; y: number; width: number } }[]).flatMap(
        (one) => {
          const { x, y, width } = one.getBoundingClientRect()
          return [x, y, width]
        },
      ),
    )
  const before = await edges()
  await page.locator('#legend .long-term').click()
  const oldest = page.locator('#legend .age-oldest')
  const promised = await oldest.locator('b').textContent()
  await oldest.click()
  expect(await page.locator('#range').textContent()).toMatch(
    new RegExp(`^${promised} of 60 memories: over 30 days old and long-term$`),
  )
  await page.getByRole('searchbox').fill('Vera')
  // Letters end at parts of a pixel.
  const moved = (await edges()).map((edge, at) => Math.abs(edge - (before[at] ?? 0)))
  expect(Math.max(...moved)).toBeLessThan(1)
})

inBrowser('people alone are listed beside the picture, and a time leaves those it is about', async () => {
  const page = await open()
  await page.locator('#legend .entity').click()
  expect(await page.locator('#details h2').textContent()).toMatch(/^4 people, 3 places, 3 things$/)
  expect(await page.locator('#details li').count()).toBe(10)
  expect(await page.locator('nav li.entity:visible').count()).toBe(11)
  const week = await page.locator('#presets b').nth(1).textContent()
  await page.locator('#presets button').nth(1).click()
  expect(await page.locator('#details li').count()).toBe(Number(week))
  await page.getByRole('slider', { name: 'Remembered until' }).focus()
  await page.keyboard.press('Home')
  const left = await page.locator('#details li').count()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(10)
  expect(await page.locator('#legend .entity b').textContent()).toBe(String(left))
})

inBrowser('who is called as the player is the player, with the relations of both', async () => {
  const nodes = graph.graph.nodes.map((node) => (node.id === 'entity:0' ? { ...node, name: 'Ada' } : node))
  const page = await open({ ...graph, graph: { ...graph.graph, nodes } })
  expect(await page.locator('nav li.entity > button', { hasText: /^Ada/ }).count()).toBe(0)
  await page.locator('nav .player > button').click()
  expect(await page.locator('#details dl').textContent()).toContain('the player')
  expect(await page.locator('#details li button').first().textContent()).toMatch(/, friend of ada$/)
  // From the other end the row is called as whom it leads to.
  await page.locator('#details li button').first().click()
  const friend = await page.locator('#details h2').textContent()
  const row = page.locator('#details li', { has: page.getByRole('button', { name: 'ada', exact: true }) })
  expect(await row.locator('small').textContent()).toBe(`${friend}, friend of ada`)
  await row.locator('button').click()
  expect(await page.locator('#details h2').textContent()).toBe('ada')
})

inBrowser('who somebody is to others finds them', async () => {
  const page = await open()
  await page.getByRole('searchbox').fill('friend')
  const friends = graph.graph.edges.filter(({ type }) => type === 'relationship').length
  expect(friends).toBeGreaterThan(0)
  expect(await page.locator('nav li.entity li.entity:not(.missed)').count()).toBe(friends)
})

inBrowser('Escape and a press elsewhere close the keys, and clear nothing', async () => {
  const page = await open()
  const isOpen = () => page.locator('#keys').evaluate((keys) => (keys as unknown as { open: boolean }).open)
  await page.getByRole('searchbox').fill('bees')
  await page.locator('#keys summary').click()
  expect(await isOpen()).toBe(true)
  await page.keyboard.press('Escape')
  expect([await isOpen(), await page.getByRole('searchbox').inputValue()]).toEqual([false, 'bees'])
  await page.locator('#keys summary').click()
  await page.locator('#title').click()
  expect(await isOpen()).toBe(false)
})

inBrowser('after Enter in the search the arrow down goes to what was chosen', async () => {
  const page = await open()
  await page.getByRole('searchbox').fill('Vera cello')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const chosen = await page.locator('nav [aria-current]').textContent()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate('document.activeElement.textContent')).toBe(chosen)
})

/** How many pixels of the picture are nearly black, and nearly white. */
async function tonesOf(page: Page): Promise<{ dark: number; light: number }> {
  const grey = await sharp(await pictureOf(page))
    .greyscale()
    .raw()
    .toBuffer()
  return { dark: grey.filter((one) => one < 40).length, light: grey.filter((one) => one > 215).length }
}

inBrowser('with forced colours names can be read, and what is left out has a rim alone', async () => {
  const page = await open(graph, { forcedColors: 'active', colorScheme: 'light' })
  // Names that are solid bars would be a tenth of it.
  const { dark, light } = await tonesOf(page)
  expect(dark / (dark + light)).toBeLessThan(0.03)
  expect(dark).toBeGreaterThan(1000)
  const colours = "getComputedStyle(document.querySelector('.ordered button')).borderTopColor"
  expect(await page.evaluate(colours)).toBe(
    await page.evaluate('getComputedStyle(document.body).backgroundColor'),
  )
  // What is pressed is no plain text.
  const line = "getComputedStyle(document.querySelector('.ordered button')).textDecorationLine"
  expect(await page.evaluate(line)).toBe('underline')
  await page.getByRole('searchbox').fill('nothing like that')
  await expect.poll(async () => (await tonesOf(page)).light).toBeGreaterThan(light * 1.01)
})

inBrowser(
  'in an upright window summary and list stand above each other, and the page does not scroll',
  async () => {
    const page = await open(graph, { viewport: { width: 820, height: 1180 }, hasTouch: true })
    const [details, list, view] = await Promise.all(
      ['#details', 'nav', '#view'].map((one) => page.locator(one).boundingBox()),
    )
    expect(list?.y ?? 0).toBeGreaterThanOrEqual((details?.y ?? 0) + (details?.height ?? 0))
    expect(view?.x ?? 0).toBeGreaterThanOrEqual((details?.x ?? 0) + (details?.width ?? 0))
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(1180)
  },
)
