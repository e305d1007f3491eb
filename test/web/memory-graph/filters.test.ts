import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import { type Look, PHONE, useGraphPage } from '../../support/browser/memory-graph-page.js'
import { largeGraph } from '../../support/memories/large-graph.js'

const openGraph = useGraphPage()

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
  graph.memories.filter(
    ({ createdAt }) => Date.parse(createdAt) >= (Math.floor(Date.parse(graph.readAt) / DAY) - days) * DAY,
  ).length

const open = async (look: Look = {}) => (await openGraph(graph, look)).page

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
      '0 of 60 memories: in the last 7 days (since 2030-03-25)',
    )
    // The list is not blank: it says why, and where to look.
    const said = /^None of 60 memories is in the last 7 days .* The newest of all is of 2030-03-22\./
    expect(await page.locator('#nothing-listed').textContent()).toMatch(said)
    expect(await page.locator('#details').textContent()).toBe('Nothing is left to show.')
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
  const limit = Date.parse(graph.readAt) + 30 * DAY
  const soon = graph.fading?.filter(({ turnsAt }) => Date.parse(turnsAt) <= limit).length
  expect(texts).toEqual([
    `fading within 30 days ${soon}`,
    `long-term ${longTerm}`,
    `short-term ${60 - longTerm}`,
    `8 to 30 days old ${sinceRead(30)}`,
    `over 30 days old ${60 - sinceRead(30)}`,
    'person, place, thing 10',
  ])
})

inBrowser('what is found is counted by kind, and one number of memories is everywhere', async () => {
  const page = await open()
  await page.getByRole('searchbox').fill('Vera 0')
  const count = await page.locator('nav .memory:not(.missed)').count()
  const found = (await page.locator('#found').textContent()) ?? ''
  expect(found).toMatch(count === 0 ? /^1 person$/ : new RegExp(`^${count} memor(?:y|ies), 1 person`))
  expect(await page.locator('#range').textContent()).toMatch(
    count === 0 ? /^1 person: with/ : new RegExp(`^${count} of 60 memories and 1 person`),
  )
})

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
  const top = async () => (await row.boundingBox())?.y ?? -1
  await expect.poll(async () => (await top()) > 0 && (await top()) < 800).toBe(true)
  await page.getByRole('button', { name: 'Picture', exact: true }).tap()
  await expect.poll(() => isInView('#graph')).toBe(true)
  await page.getByRole('button', { name: 'Summary', exact: true }).tap()
  await expect.poll(() => isInView('#details h2')).toBe(true)
})

inBrowser('what is touched is at least 44 pixels high', async () => {
  const page = await open(PHONE)
  await page.getByRole('button', { name: 'Dates' }).tap()
  const low = await page
    .locator('button:visible, #query, #days input:visible')
    .evaluateAll((all) =>
      (all as unknown as { id: string; textContent: string; getBoundingClientRect(): { height: number } }[])
        .filter((one) => one.getBoundingClientRect().height < 44)
        .map((one) => one.id || one.textContent),
    )
  expect(low).toEqual([])
})

inBrowser('the last days are whole days, the same as if they were typed, and those of the ages', async () => {
  const page = await open()
  const range = page.locator('#range')
  await page.locator('#presets button').nth(2).click()
  const [byPreset] = ((await range.textContent()) ?? '').split(' ')
  const day = await page.locator('#from-day').inputValue()
  await page.keyboard.press('Escape')
  await page.locator('#from-day').fill(day)
  expect(((await range.textContent()) ?? '').split(' ')[0]).toBe(byPreset)
  expect(await page.locator('#legend .age-older').textContent()).toBe(`8 to 30 days old ${byPreset}`)
})

inBrowser('a time opens what is left, and all of it is listed, the newest first, by one press', async () => {
  const page = await open()
  const shown = page.locator('nav .memory:visible')
  expect(await shown.count()).toBe(0)
  await page.locator('#presets button').nth(2).click()
  expect(await shown.count()).toBe(sinceRead(30))
  expect(await page.locator('#details h2').textContent()).toBe(`${sinceRead(30)} of 60 memories`)
  await page.getByRole('button', { name: 'Newest' }).click()
  await page.getByRole('button', { name: `Show all ${sinceRead(30)}` }).click()
  const times = await page.locator('#details li small').allTextContents()
  expect(times).toHaveLength(sinceRead(30))
  const days = times.map((text) => text.slice(0, 16))
  expect(days).toEqual(days.toSorted().toReversed())
  await page.keyboard.press('Escape')
  expect(await shown.count()).toBe(0)
})

inBrowser('all topics are opened and closed by buttons, and opened by a key', async () => {
  const page = await open()
  const shown = page.locator('nav .memory:visible')
  await page.locator('#open-all').click()
  expect(await shown.count()).toBe(60)
  await page.locator('#close-all').click()
  expect(await shown.count()).toBe(0)
  await page.locator('nav .cluster > button').first().press('*')
  expect(await shown.count()).toBe(60)
})

inBrowser('the numbers of times and kinds follow the search', async () => {
  const page = await open()
  await page.getByRole('searchbox').fill('bees')
  const found = await page.locator('nav .memory:not(.missed)').count()
  expect(await page.locator('#presets button').first().textContent()).toBe(`All time ${found}`)
  const ages = await page.locator('#legend [class*=age-] b').allTextContents()
  expect(ages.reduce((sum, text) => sum + Number.parseInt(text, 10), 0)).toBe(found)
  await page.getByRole('searchbox').fill('')
  expect(await page.locator('#presets button').first().textContent()).toBe('All time 60')
})

inBrowser('what is found but left out by other filters is told, and why', async () => {
  const page = await open()
  await page.getByRole('searchbox').fill('bees')
  const found = await page.locator('nav .memory:not(.missed)').count()
  await page.locator('#presets button').nth(1).click()
  const why = 'none in the last 7 days (since 2030-03-25)'
  expect(await page.locator('#found').textContent()).toBe(`${found} memories, ${why}`)
  const nothing = await page.locator('#nothing-listed').textContent()
  expect(nothing).toBe(`${found} memories with “bees”, ${why}. Esc or “Clear filters” shows all again.`)
})

inBrowser('who is called exactly so is the first that is found, and people have their numbers', async () => {
  const page = await open()
  await page.getByRole('searchbox').fill('Vera 0')
  await page.keyboard.press('Enter')
  expect(await page.locator('#details h2').textContent()).toBe('Vera 0')
  const row = page.locator('nav li:visible').first().locator('li.entity:visible > button')
  expect(await row.textContent()).toMatch(/^Vera 0\d+ memor(?:y|ies)$/)
  await page.getByRole('searchbox').fill('')
  expect(await page.locator('nav li.cluster, nav li.entity').first().getAttribute('class')).toBe('cluster')
})

inBrowser.each([
  [1024, 768],
  [1280, 720],
])('in a window of %i by %i the picture has most of the height, and days one button', async (...size) => {
  const [width, height] = size
  const page = await open({ viewport: { width, height } })
  const { height: drawn = 0 } = (await page.locator('#view').boundingBox()) ?? {}
  expect(drawn).toBeGreaterThan(0.55 * height)
  expect(await page.locator('#presets').isVisible()).toBe(true)
  expect(await page.locator('#legend').isVisible()).toBe(true)
  expect(await page.locator('#from-day').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Dates' }).click()
  expect(await page.locator('#from-day').isVisible()).toBe(true)
  // They lie over the picture, which keeps its size.
  expect((await page.locator('#view').boundingBox())?.height).toBe(drawn)
})

inBrowser(
  'on a phone search, times and kinds come first, then what matters most, the list, the picture',
  async () => {
    const page = await open(PHONE)
    const order = ['#query', '#presets', '#legend', '#details', 'nav', '#view', '#tools']
    const boxes = await Promise.all(order.map((one) => page.locator(one).boundingBox()))
    const tops = boxes.map((box) => box?.y ?? -1)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    // What matters most begins in the first screen.
    expect((await page.locator('.ordered button').nth(1).boundingBox())?.y).toBeLessThan(700)
    expect(await page.locator('.ordered > li:visible').count()).toBe(5)
    expect(await page.locator('#keys').isVisible()).toBe(false)
    // Nothing is left below the picture.
    const last = boxes.at(-1)
    const foot = (last?.y ?? 0) + (last?.height ?? 0)
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(foot + 24)
    await page.locator('#presets button').nth(2).tap()
    expect(await page.locator('nav .memory:visible').count()).toBe(sinceRead(30))
  },
)

inBrowser('a kind leaves the people that its memories are about, as many as its chip says', async () => {
  const page = await open()
  await page.locator('#legend .fading').click()
  const soon = await page.locator('#range').textContent()
  expect(soon).toMatch(/^\d+ of 60 memories: fading within 30 days$/)
  const ids = await page.locator('nav .memory:not(.missed) > button').count()
  const limit = Date.parse(graph.readAt) + 30 * DAY
  const isSoon = (id: string) =>
    graph.fading?.some(({ memoryId, turnsAt }) => memoryId === id && Date.parse(turnsAt) <= limit)
  const about = graph.graph.edges.filter(({ type, source }) => type === 'mentions' && isSoon(source))
  const people = new Set(about.map(({ target }) => target)).size
  expect([ids > 0, people > 0, people < 10]).toEqual([true, true, true])
  expect(await page.locator('#legend .entity b').textContent()).toBe(String(people))
  expect(await page.locator('nav li.entity > button').first().textContent()).toContain(`(${people} of 10)`)
  await page.locator('#legend .entity').click()
  expect(await page.locator('#details ul').first().locator('li').count()).toBe(people)
})
