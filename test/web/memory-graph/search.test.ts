import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import { type Look, useGraphPage } from '../../support/browser/memory-graph-page.js'
import { problemsOf } from '../../support/browser/share-page.js'
import { largeGraph } from '../../support/memories/large-graph.js'

const openGraph = useGraphPage()

const inBrowser = test.skipIf(executablePath === undefined)
const graph = largeGraph(200)
const open = async (look: Look = {}) => (await openGraph(graph, look)).page

const search = (page: Page, words: string) => page.getByRole('searchbox').fill(words)
const listed = (page: Page) => page.locator('nav .memory:not(.missed)').count()

inBrowser('the last week and a month are searched as they are said', async () => {
  const page = await open()
  const week = Number(await page.locator('#presets b').nth(1).textContent())
  expect(week).toBeGreaterThan(0)
  await search(page, 'last week')
  expect(await listed(page)).toBe(week)
  expect(await page.locator('#found').textContent()).toBe(`${week} memories since 2030-03-25`)
  expect(await page.locator('#range').textContent()).toBe(`${week} of 200 memories: with “last week”`)
  const ofMarch = graph.memories.filter(({ createdAt }) => createdAt.startsWith('2030-03')).length
  await search(page, 'March')
  expect(await listed(page)).toBe(ofMarch)
  const day = graph.memories.filter(({ createdAt }) => createdAt.startsWith('2030-03-31')).length
  expect(day).toBeGreaterThan(0)
  await search(page, '31.3.2030')
  expect(await listed(page)).toBe(day)
})

inBrowser.each(['light', 'dark'] as const)(
  'where nothing is found, what is written like it is one press away (%s)',
  async (colorScheme) => {
    const page = await open({ colorScheme, bypassCSP: true })
    await search(page, 'Pixle')
    expect(await page.locator('#found').textContent()).toBe('nothing with “pixle”')
    expect(await problemsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Search for “pixel”' }).click()
    expect(await page.getByRole('searchbox').inputValue()).toBe('pixel')
    expect(await page.evaluate('document.activeElement.id')).toBe('query')
    expect(await listed(page)).toBeGreaterThan(0)
    await search(page, 'zzzzz')
    expect(await page.locator('nav .nearest').count()).toBe(0)
  },
)

inBrowser('words that were left out of a search are said wherever it is named', async () => {
  const page = await open()
  await search(page, 'Pixel zzz')
  expect(await page.locator('#range').textContent()).toMatch(/: with “pixel”, without “zzz”$/)
  await page.locator('nav .cluster:not(.missed) > button').first().click()
  expect(await page.locator('#details h2 + p').textContent()).toContain(' with “pixel”, without “zzz”, from ')
})

inBrowser('a word is not found inside of others, unless there is nothing else', async () => {
  const page = await open()
  await search(page, 'her')
  const texts = await page.locator('nav .memory:not(.missed) > button').allTextContents()
  expect(texts.filter((text) => text.startsWith('Her '))).not.toEqual([])
  expect(texts.filter((text) => text.startsWith('Grandfather'))).toEqual([])
  await search(page, 'ants')
  expect(await listed(page)).toBe(graph.memories.filter(({ content }) => content.includes('wants')).length)
})

inBrowser('the list beside it, and Enter in the search, keep to the order that is chosen', async () => {
  const page = await open()
  const rows = page.locator('nav .cluster').first().locator(':scope > ul > .memory > button > small')
  const first = page.locator('.ordered button').first()
  const heading = page.locator('#details h2').first()
  const enter = async () => {
    const wanted = await first.textContent()
    await page.getByRole('searchbox').press('Enter')
    expect(await heading.textContent()).toBe(wanted)
    await page.goBack()
    await first.waitFor()
  }
  const order = (name: string) => page.locator('.orders').getByRole('button', { name }).click()
  const read = async (wanted: RegExp) =>
    (await rows.allTextContents()).map((note) => wanted.exec(note)?.[1] ?? 'none')
  await search(page, 'cello')
  const shares = await read(/importance ([\d.]+)/)
  expect(shares.length).toBeGreaterThan(5)
  expect(shares).toEqual(shares.toSorted().toReversed())
  await enter()
  await order('Newest')
  const days = await read(/^(\d{4}-\d\d-\d\d)/)
  expect(days).toEqual(days.toSorted().toReversed())
  await enter()
  await order('Next to fade')
  const turns = await read(/^(?:forgotten on|long-term until) (\d{4}-\d\d-\d\d)/)
  expect(turns).toEqual(turns.toSorted())
  await enter()
  // Arrow keys go down the list as it is now.
  await page.locator('nav .cluster:not(.missed) > button').first().focus()
  await page.keyboard.press('ArrowDown')
  const isFirst = "document.activeElement === document.querySelector('nav .cluster li:not(.missed) > button')"
  expect(await page.evaluate(isFirst)).toBe(true)
})

inBrowser('the memories of a person have the same orders', async () => {
  const page = await open()
  await search(page, 'Vera 0')
  await page.keyboard.press('Enter')
  const notes = page.locator('#details .ordered small')
  const read = async (wanted: RegExp) =>
    (await notes.allTextContents()).map((note) => wanted.exec(note)?.[1] ?? 'none')
  const shares = await read(/^importance ([\d.]+)/)
  expect(shares.length).toBeGreaterThan(2)
  expect(shares).toEqual(shares.toSorted().toReversed())
  await page.locator('.orders').getByRole('button', { name: 'Next to fade' }).click()
  expect(await page.locator('#details h2').first().textContent()).toBe('Vera 0')
  const turns = await read(/^(?:forgotten on|long-term until) (\d{4}-\d\d-\d\d)/)
  expect(turns).toEqual(turns.toSorted())
})

inBrowser('a topic, and the player, are found by their names where no memory is', async () => {
  const page = await open()
  const topic = page.locator('#details ul').getByRole('button', { name: 'Hobbies' })
  await page.getByRole('searchbox').fill('hobbies')
  expect(await page.locator('#details h2').textContent()).toBe('1 topic')
  expect(await page.locator('#range').textContent()).toBe('1 topic: with “hobbies”')
  await topic.click()
  expect(await page.locator('#details h2').textContent()).toBe('Hobbies')
  expect(await page.locator('.ordered > li').count()).toBeGreaterThan(0)
})

inBrowser('a question in whole sentences finds what its words mean, and never nothing said', async () => {
  const page = await open()
  const old = page.locator('#legend .age-oldest b')
  const count = Number(await old.textContent())
  await search(page, 'over 30 days')
  expect(await listed(page)).toBe(count)
  await search(page, 'What was learnt last week?')
  expect(await page.locator('#found').textContent()).toMatch(/^\d+ memories since 2030-03-25$/)
  await search(page, 'Pixel')
  const found = await page.locator('#found').textContent()
  await search(page, 'Who has Pixel?')
  expect(await page.locator('#found').textContent()).toBe(found)
  await search(page, 'things')
  expect(await page.locator('#found').textContent()).toMatch(/\d+ things$/)
  // What is copied from the details.
  await search(page, graph.memories[0]?.id ?? '')
  expect(await listed(page)).toBe(1)
})
