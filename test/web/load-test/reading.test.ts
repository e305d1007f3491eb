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

inBrowser('a second of the server leads to the chart of the number beside it, which is marked', async () => {
  const data = report()
  const server = (data.server ?? []).map((one) => ({
    ...one,
    ...(one.second === 30 && { eventLoopP99Ms: 9 }),
    ...(one.second === 50 && { storeWriteP99Ms: 11 }),
  }))
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const page = await open({ ...data, server }, { viewport })
    const marked = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('figure')].filter((one) => getComputedStyle(one).outlineStyle === 'solid').map(({ id }) => id)`,
      )
    for (const [second, id, value] of [
      ['30', 'chart-server.event_loop', '9 ms'],
      ['50', 'chart-server.writes', '11 ms'],
    ] as const) {
      await page
        .locator('#held-up')
        .getByRole('link', { name: `second ${second}` })
        .click()
      const values = page.locator(`figure[id="${id}"] .u-value`)
      await expect.poll(() => values.allTextContents()).toEqual([second, value])
      await expect.poll(marked).toEqual([id])
      const box = await values.last().boundingBox()
      expect(box?.y ?? -1).toBeGreaterThan(0)
      expect((box?.y ?? viewport.height) + (box?.height ?? 0)).toBeLessThan(viewport.height)
    }
    // What was begun in one second and ended in the next has the server of the first beside it.
    const beside = page.locator('#moments td[data-title="writes meanwhile"] a')
    for (const href of await beside.evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
      expect(href).toMatch(/-chart-server\.writes$/)
  }
})

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

inBrowser('each metric has a row, with this run, its base and its limit beside each other', async () => {
  const result = report()
  const page = await open(
    {
      ...result,
      ...{ scenarioHash: 'a', base: { scenario: 'text', scenarioHash: 'a' }, comparison: [] },
      baseRun: { timeline: result.timeline, metrics: result.metrics, server: result.server },
    },
    { viewport: { width: 390, height: 844 } },
  )
  const rowsOf = (chart: string) =>
    page.evaluate<string[][]>(
      `[...document.querySelectorAll('${chart} .legend tr')].map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll('\u00a0', ' ')))`,
    )
  // While nothing is read it tells what limits mostly are of.
  expect(await rowsOf('#percentile-chart')).toEqual([
    ['percentile 95%', 'this run', 'base', 'limit'],
    ['the first text of a reply', '41.9 ms', '41.9 ms', '20 ms at p95'],
    ['a whole reply', '598 ms', '598 ms', '900 ms at p99'],
  ])
  const chart = page.locator('#percentile-chart figure')
  await chart.focus()
  await page.keyboard.press('End')
  await expect.poll(async () => (await rowsOf('#percentile-chart'))[0]?.[0]).toBe('percentile 99.9%')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await rowsOf('#percentile-chart'))[0]?.[0]).toBe('percentile 95%')
  const edges = await page.evaluate<number[][]>(
    `[...document.querySelectorAll('#percentile-chart .legend tr')].map((row) => [...row.cells].map((cell) => Math.round(cell.getBoundingClientRect().left)))`,
  )
  for (const row of edges) expect(row).toEqual(edges[0])
  await page.locator('figure[id="chart-turn.first_text"]').focus()
  await page.keyboard.press('Home')
  await expect
    .poll(() => rowsOf('#charts'))
    .toEqual([
      ['second 0', 'this run', 'base'],
      ['resident', '128 MiB', '128 MiB'],
      ['heap', '64 MiB', '64 MiB'],
    ])
})

inBrowser('a limit leads to the chart of its metric', async () => {
  const page = await open(report(), { viewport: { width: 1024, height: 700 } })
  await page.locator('#verdicts').getByRole('link', { name: 'turn.first_text.p95<20' }).click()
  const chart = page.locator('figure[id="chart-turn.first_text"]')
  await expect.poll(async () => (await chart.boundingBox())?.y ?? 700).toBeLessThan(400)
  // Two stand beside each other: the one that is meant is marked.
  const marked = `[...document.querySelectorAll('figure')].filter((one) => getComputedStyle(one).outlineStyle === 'solid').map(({ id }) => id)`
  await expect.poll(() => page.evaluate(marked)).toEqual(['chart-turn.first_text'])
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
      .poll(() => page.locator('#percentile-chart .legend tbody td').first().textContent())
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
    const columns = page.locator('#percentile-chart .legend th[scope="col"]')
    expect(await columns.allTextContents()).toEqual(['this run'])
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

/** A limit that looks like a slip, beside that of the base; who played it gave it on the command line. */
function slip(): LoadTestPageData {
  const result = loadTestResult({ isMet: false })
  return {
    ...report(),
    ...{ scenarioHash: 'a', base: { scenario: 'text', scenarioHash: 'a' }, comparison: [] },
    thresholds: [{ threshold: 'turn.first_text.p95<0.5', value: 41, isMet: false }],
    baseRun: {
      ...{ timeline: result.timeline, metrics: result.metrics },
      thresholds: [{ threshold: 'turn.first_text.p95<500', value: 41, isMet: true }],
    },
    repeat: {
      scenario: 'rush.yaml',
      words: [
        ...['parley', 'loadtest', 'rush.yaml', '--threshold', 'turn.first_text.p95<0.5'],
        ...['--compare', 'base.json', '--html', 'rush.html'],
      ],
    },
    slowestReplies: [
      {
        ...{ second: 40, player: 'load-r-1', messageId: 'm1', said: 'Hello', step: 'step 1' },
        ...{ sentAfterMs: 90, firstTextMs: 140, completeMs: 900 },
      },
    ],
  }
}

inBrowser(
  'of a limit that looks like a slip the verdict has what to do, with the whole command to copy',
  async () => {
    const { page } = await openReport(browser, slip(), {
      viewport: { width: 390, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const verdict = page.locator('header #outcome-box')
    expect(await verdict.locator('#outcome').textContent()).toBe(
      'Failed: the first text of a reply took 41 ms (p95), and the limit is 0.50 ms. That limit looks like a slip (the base had 500 ms). Nothing is worse than in the base.',
    )
    expect(await verdict.getByRole('heading').textContent()).toBe('What to do')
    expect(await verdict.locator('#advice p').allTextContents()).toEqual([
      'Run it with the limit of the base:',
      'If 0.50 ms is really meant, do not release this version: make whole replies faster, because players waited for the one before, and the answers themselves, too (even the fastest of all 1000 took 7 ms).',
    ])
    const command =
      "parley loadtest rush.yaml --threshold 'turn.first_text.p95<500' --compare base.json --html rush.html"
    expect(await verdict.locator('.command code').textContent()).toBe(command)
    await verdict.getByRole('button', { name: 'Copy' }).click()
    await verdict.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command)
    const box = await verdict.boundingBox()
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(844)
    // By a limit that is wrong all is too slow, and nothing alarms; since when it was is told all the same.
    expect(await page.locator('#slowness').textContent()).toBe(
      'Too slow all the time, from second 5 on: the first text of a reply took 0.50 ms or more in each of the 55 seconds after the warm-up; even the fastest one, second 5, had 25 ms.',
    )
    expect(await page.evaluate(`getComputedStyle(document.getElementById('slowness')).fontWeight`)).toBe(
      '400',
    )
    expect(await page.evaluate(`getComputedStyle(document.getElementById('held-up')).fontWeight`)).toBe('400')
    expect(await page.locator('#slowest').isVisible()).toBe(false)
  },
)

inBrowser('what to do comes after the reasons of a run that failed by a limit that is right', async () => {
  const { slowestReplies, repeat } = slip()
  const data = { ...report(), slowestReplies, repeat } as LoadTestPageData
  const { page } = await openReport(browser, data, { viewport: { width: 390, height: 844 } })
  expect(await page.locator('main h2').nth(1).textContent()).toBe('What to do')
  expect(await page.locator('#advice').textContent()).toMatch(
    /^Do not release this version: .*parley loadtest rush\.yaml /,
  )
  expect(await page.evaluate(`getComputedStyle(document.getElementById('slowness')).fontWeight`)).toBe('600')
  // They answer why it failed.
  expect(await page.locator('#slowest').isVisible()).toBe(true)
  const { page: late } = await openReport(browser, { ...data, isValid: false })
  expect(await late.locator('#advice-box').isVisible()).toBe(false)
})

inBrowser('when and where it ran stands under the title, and links lead to the sections', async () => {
  const page = await open(slip(), { viewport: { width: 390, height: 844 } })
  const [title, facts, verdict] = await Promise.all(
    ['#title', '#summary', '#outcome'].map(async (id) => (await page.locator(id).boundingBox())?.y ?? 0),
  )
  expect(facts).toBeGreaterThan(title ?? 844)
  expect(verdict).toBeGreaterThan(facts ?? 844)
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  expect(await links.allTextContents()).toEqual([
    ...['Why it failed', 'Against the base', 'Results', 'Percentiles', 'By second'],
  ])
  await links.last().click()
  const course = page.locator('#course-title')
  await expect.poll(async () => Math.round((await course.boundingBox())?.y ?? 844)).toBeLessThan(200)
  const wide = await open(loadTestResult({ isMet: true }), { viewport: { width: 1440, height: 900 } })
  expect(await wide.locator('#jump a:visible').allTextContents()).toEqual([
    ...['Verdict', 'Results', 'Percentiles', 'By second'],
  ])
  expect(await wide.locator('#jump').isVisible()).toBe(true)
})

inBrowser(
  'the report of the base is linked where one lies beside, and its file named where none does',
  async () => {
    const data = slip()
    const beside = await open({ ...data, baseFile: { name: 'base.json', report: './old%20base.html' } })
    const link = beside.locator('#base').getByRole('link', { name: 'Its report' })
    expect(await link.getAttribute('href')).toBe('./old%20base.html')
    expect(await beside.locator('#base').textContent()).not.toContain('base.json')
    const none = await open({ ...data, baseFile: { name: 'base.json' } })
    expect(await none.locator('#base').getByRole('link').count()).toBe(0)
    expect(await none.locator('#base').textContent()).toContain('The base is the run “text”, in base.json')
  },
)

inBrowser(
  'a logarithmic scale goes as far as what was measured, and numbers are those of the sentences',
  async () => {
    const { page } = await openReport(browser, report())
    await page.getByLabel('Logarithmic scale').check()
    const chart = page.locator('figure[id="chart-turn.first_text"]')
    await chart.focus()
    await page.keyboard.press('Home')
    // From 20 to 140 ms: drawn from 10 to 200. The limit of 20 ms is at log 2 of log 20.
    const shares = await page.evaluate<number[]>(`(() => {
    const over = document.querySelector('[id="chart-turn.first_text"] .u-over')
    return [...over.querySelectorAll('.u-cursor-pt')].map((point) => {
      const { top, height } = point.getBoundingClientRect()
      const box = over.getBoundingClientRect()
      return 1 - (top + height / 2 - box.top) / box.height
    })
  })()`)
    const near = (value: number) => Math.log(value / 10) / Math.log(20)
    expect(shares.some((share) => Math.abs(share - near(25)) < 0.03)).toBe(true)
    expect(shares.some((share) => Math.abs(share - near(20)) < 0.03)).toBe(true)
  },
)

inBrowser(
  'the scale is logarithmic by itself where a limit would lie on the axis of a linear one',
  async () => {
    const scale = (page: Awaited<ReturnType<typeof open>>) => page.getByLabel('Logarithmic scale')
    const page = await open(slip())
    expect(await scale(page).isChecked()).toBe(true)
    const why = page.getByText('it is on because a limit is near zero')
    await why.waitFor()
    await scale(page).uncheck()
    await why.waitFor({ state: 'hidden' })
    // 20 of 140 ms are seen.
    const other = await open(report())
    expect(await scale(other).isChecked()).toBe(false)
    expect(await other.locator('#log-why').isVisible()).toBe(false)
  },
)

inBrowser('a table of values says that it scrolls, and its head breaks behind slashes alone', async () => {
  const result = report()
  const routes = ['GET /api/v1/characters/{characterId}', 'GET /api/v1/share', 'POST /api/v1/documents']
  const [row] = result.metrics
  const metrics = [...result.metrics, ...routes.map((route) => ({ ...row, metric: `http.${route}` }))]
  const page = await open({ ...result, metrics } as LoadTestPageData, {
    viewport: { width: 390, height: 844 },
  })
  const chart = page.locator('#percentile-chart figure')
  await chart.locator('summary').click()
  await chart.getByText('There are more columns: scroll it sideways.').waitFor()
  const words = await page.evaluate<number>(`(() => {
    const head = [...document.querySelectorAll('#percentile-chart .values th')].find((one) => one.textContent.includes('{characterId}'))
    const range = document.createRange()
    const text = [...head.childNodes].find((one) => one.textContent === '{characterId}')
    range.selectNodeContents(text)
    return range.getClientRects().length
  })()`)
  expect(words).toBe(1)
  const server = page.locator('#charts figure').filter({ hasText: 'Writes of the server' })
  await server.locator('summary').click()
  await server.locator('.values tbody tr').first().waitFor()
  expect(await server.getByText('There are more columns').isVisible()).toBe(false)
})

inBrowser('a short table of values stands whole, and a long one is cut in the middle of a row', async () => {
  const data = report()
  const cut = async (timeline: LoadTestPageData['timeline'], width: number) => {
    const page = await open({ ...data, timeline }, { viewport: { width, height: 844 } })
    const chart = page.locator('figure[id="chart-turn.first_text"]')
    await chart.locator('summary').click()
    await chart.locator('.values tbody tr').first().waitFor()
    const hint = chart.getByText('There are more rows: scroll it.')
    if (timeline.length > 30) await hint.waitFor()
    else expect(await hint.isVisible()).toBe(false)
    /** How much of the row at the lower edge is seen. */
    return page.evaluate<number | null>(`(() => {
      const box = document.querySelector('[id="chart-turn.first_text"] .values')
      if (box.scrollHeight <= box.clientHeight) return null
      const edge = box.getBoundingClientRect().top + box.clientHeight
      const rows = [...box.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
      const row = rows.find(({ bottom }) => bottom >= edge)
      return (edge - row.top) / row.height
    })()`)
  }
  for (const width of [390, 1440]) {
    expect(await cut(data.timeline.slice(0, 21), width)).toBe(null)
    const share = await cut(data.timeline, width)
    expect(share).toBeGreaterThan(0.25)
    expect(share).toBeLessThan(0.75)
  }
})

inBrowser('seconds in which no turn ended are explained', async () => {
  const data = report()
  const timeline = data.timeline.map((one) => (one.second === 20 ? { ...one, turns: 0 } : one))
  const gaps = (page: Awaited<ReturnType<typeof open>>) => page.locator('#gaps')
  expect(await gaps(await open({ ...data, timeline })).textContent()).toMatch(
    /^ A turn counts in the second in which it ends/,
  )
  expect(await gaps(await open(data)).isVisible()).toBe(false)
})

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
    ...['106 mscame in second 46', '894 ms', 'load-r-6', 'm6', '1', 'Hello'],
  ])
  expect(await rows.count()).toBe(5)
  expect(await page.locator('#where code').textContent()).toBe('parley turns show m6')
  // What was measured comes before what can be asked of a server.
  expect(await page.locator('#slowest-box > div').first().locator('table').getAttribute('id')).toBe('slowest')
  await rows.first().getByRole('link').click()
  await expect
    .poll(() => page.locator('figure[id="chart-turn.first_text"] .u-value').first().textContent())
    .toBe('46')
  const late = await open({
    ...data,
    slowestReplies: [slow(1, { sentAfterMs: 70, messageId: null, completeMs: null })],
  })
  expect(await late.locator('#where').isVisible()).toBe(false)
  expect(await late.locator('#slowest th').allTextContents()).toEqual([
    ...['first text', 'waited', 'answered in', 'player', 'step', 'asked'],
  ])
  const parts = late.locator('#slowest tbody td:nth-child(-n + 3)')
  expect(await parts.allTextContents()).toEqual(['101 mscame in second 41', '70 ms', '31 ms'])
  // Of whole replies those that took longest.
  const whole = await open({
    ...data,
    thresholds: [{ threshold: 'turn.complete.p95<100', value: 200, isMet: false }],
  })
  expect(await whole.locator('#slowest tbody td').first().textContent()).toBe('899 msfirst text in second 41')
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
    const [player, message, last] = await Promise.all(['player', 'message', 'asked'].map(boxOf))
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
