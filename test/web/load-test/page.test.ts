import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoadTestPageData } from '../../../src/web/load-test/page-data.js'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import { type Look, openReport } from '../../support/browser/load-test-page.js'
import { overflowOf, problemsOf } from '../../support/browser/share-page.js'
import { loadTestResult } from '../../support/measure/load-test-result.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

let browser: Browser

beforeAll(async () => {
  if (executablePath !== undefined) browser = await connectBrowser()
})
afterAll(() => browser?.close())

const inBrowser = test.skipIf(executablePath === undefined)

/** With a metric whose name is longer than a phone is wide. */
const wide = (result: LoadTestPageData): LoadTestPageData => {
  const metric = `http.GET /api/v1/characters/{characterId}/players/{playerId}/${'memories'.repeat(8)}`
  return { ...result, metrics: result.metrics.flatMap((row) => [row, { ...row, metric }]) }
}

const open = (data: LoadTestPageData, look: Look = {}) => openReport(browser, data, look)

/** The rows below the chart of the percentiles. */
const legendOf = async (page: Page) =>
  page.evaluate<string[][]>(
    `[...document.querySelectorAll('#percentile-chart .legend tr')].map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll('\u00a0', ' ')))`,
  )

inBrowser('a run that failed begins with why, and what was met comes after', async () => {
  const { page, strays } = await open(loadTestResult({ isMet: false }))
  expect(await page.title()).toBe('Load test “text”: failed')
  expect(await page.locator('main h2').first().textContent()).toBe('Why it failed')
  expect(await page.locator('#verdicts li').allTextContents()).toEqual([
    'Failed: the first text of a reply, p95: 41 ms; wanted: less than 20 ms (2.05 times as long) turn.first_text.p95<20',
    'The first text of a reply failed 3 of 1003 times (0.30 %): no reply in time, first in second 30. The service said: “Too busy”',
    'Met: a whole reply, p99: 610 ms; wanted: less than 900 ms turn.complete.p99<900',
  ])
  expect(await page.locator('#verdicts').getByRole('link', { name: 'second 30' }).count()).toBe(1)
  expect(await page.locator('figure figcaption').first().textContent()).toBe(
    'Milliseconds at each percentile',
  )
  expect(await legendOf(page)).toEqual([
    ['percentile 95%', 'this run', 'limit'],
    ['the first text of a reply', '41.9 ms', '20 ms at p95'],
    ['a whole reply', '598 ms', '900 ms at p99'],
  ])
  expect(await page.locator('#summary').textContent()).toContain('2030-01-02 03:04:05 UTC')
  expect(strays).toEqual([])
})

inBrowser('lost turns are told once, as a part of all turns, with the reason', async () => {
  const result = loadTestResult({ isMet: true })
  const [, complete] = result.metrics
  const lost = { ...complete, metric: 'turn.lost', count: 250, errors: { rate_limited: 250 } }
  const { page } = await open({
    ...result,
    metrics: [...result.metrics, lost] as LoadTestPageData['metrics'],
    failures: [{ error: 'rate_limited', count: 250, message: 'Too many messages', second: 20 }],
    thresholds: [{ threshold: 'turn.lost.count<=0', value: 250, isMet: false }],
  })
  expect(await page.locator('#verdicts li').allTextContents()).toEqual([
    'Failed: 250 of 1250 turns had no whole reply (20 %): rate limited, first in second 20. The service said: “Too many messages” turn.lost.count<=0',
  ])
})

inBrowser(
  'a run that asked for too much does not count: by how much, what that means, what to do',
  async () => {
    const { generator, ...result } = loadTestResult({ isMet: true })
    const late = { ...result, isValid: false, generator: { ...generator, eventLoopP99Ms: 70 } }
    const { page } = await open(late)
    expect(await page.title()).toBe('Load test “text”: not valid')
    expect(await page.locator('main h2').first().textContent()).toBe('Why it does not count')
    expect(await page.locator('#invalid').textContent()).toBe(
      'Not valid: the load test itself was up to 70 ms late (p99), and 20 ms are allowed. ' +
        'So the times on this page are partly its own, and may be too long by about that; counts and errors are those of the service. ' +
        'Run it again on a machine that does nothing else, with more than 2 processes (--processes), or with fewer players.',
    )
    const both = await open({ ...late, thresholds: loadTestResult({ isMet: false }).thresholds })
    expect(await both.page.title()).toBe('Load test “text”: failed, and not valid')
    expect(await both.page.locator('main h2').first().textContent()).toBe('Why it failed')
  },
)

inBrowser('it is told when it was slow, and what the server did then', async () => {
  const result = loadTestResult({ isMet: false })
  const timeline = result.timeline.map((one) => ({
    ...one,
    firstTextP95Ms: [3, 19, 40].includes(one.second) ? 100 + one.second : 5,
  }))
  const server = timeline.map(({ second }) => ({
    ...{ second, eventLoopP99Ms: second === 50 ? 300 : second * 2, storeWriteP99Ms: second / 4 },
    ...{ rssBytes: 2 ** 27, heapUsedBytes: 2 ** 26 },
  }))
  const { page } = await open({ ...result, timeline: withTimes(timeline), server })
  expect(await page.locator('#slowness').textContent()).toBe(
    'Too slow now and then: the first text of a reply took 20 ms or more in 2 of the 55 seconds after the warm-up: seconds 19 and 40.',
  )
  expect(await page.locator('#moments thead th').allTextContents()).toEqual([
    ...['what', 'slowest', 'when', 'usual', 'event loop meanwhile', 'writes meanwhile'],
  ])
  const rows = page.locator('#moments tbody tr')
  const cells = async (at: number) => rows.nth(at).locator('td').allTextContents()
  expect(await cells(0)).toEqual([
    ...['The first text of a reply', '140 ms', 'second 40', '5 ms', '80 ms', '10 ms'],
  ])
  // What took longer than a second was on its way in those before.
  expect(await cells(1)).toEqual([...['A whole reply', '2600 ms', 'second 8', '200 ms', '16 ms', '2 ms']])
  expect(await cells(2)).toEqual([
    ...['The request GET /api/v1/characters', '9 ms', 'second 7', '2 ms', '14 ms', '1.75 ms'],
  ])
  expect(await rows.first().locator('.worse').allTextContents()).toEqual(['80 ms'])
  expect(await page.locator('#errors').textContent()).toBe('All 3 errors came in second 30.')
  // In the same place of a run that was too slow and of one that was not.
  const told =
    'The server was held up, not the client. Server: event loop at most 300 ms late (second 50), writes at most 14.8 ms (second 59), and up to 50 ms are fine. Client (the load test): at most 12 ms late, and 20 ms are allowed.'
  const { page: met } = await open({ ...loadTestResult({ isMet: true }), timeline, server })
  for (const each of [page, met]) {
    expect(await each.locator('#held-up').textContent()).toBe(told)
    expect(await each.locator('#moments-note').textContent()).toBe(
      'Each second counts by what 95 of 100 took at most (p95); of fewer than 20, by the slowest. Slowest: the worst second; usual: the middle one. Meanwhile: the highest value from when it was due until it came, with its second where that is another.',
    )
  }
})

inBrowser('whole replies and requests have charts of their own, second by second', async () => {
  const result = loadTestResult({ isMet: true })
  const { page } = await open({
    ...result,
    timeline: withTimes(result.timeline),
    thresholds: [...result.thresholds, { threshold: 'turn.complete.p95<900', value: 200, isMet: true }],
  })
  const charts = page.locator('#charts figure')
  expect(await charts.locator('figcaption').allTextContents()).toEqual([
    'Turns and errors per second, and players',
    'The first text of a reply, 95th percentile (ms)',
    'A whole reply, 95th percentile (ms)',
    'Requests, 95th percentile (ms)',
  ])
  expect(await charts.nth(2).locator('.u-label').allTextContents()).toEqual(['second', 'this run', 'limit'])
  await charts.nth(3).focus()
  for (let second = 0; second <= 7; second += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => charts.nth(3).locator('.u-value').allTextContents()).toEqual(['7', '9 ms'])
})

inBrowser('a second without writes is a gap in their chart and a dash in its table', async () => {
  const result = loadTestResult({ isMet: true })
  const server = result.timeline.map(({ second }) => ({
    ...{ second, eventLoopP99Ms: 0, storeWrites: second % 2, storeWriteP99Ms: second % 2 },
    ...{ rssBytes: 2 ** 27, heapUsedBytes: 2 ** 26 },
  }))
  const { page } = await open({ ...result, server })
  const writes = page.locator('#charts figure').filter({ hasText: 'Writes of the server' })
  await writes.locator('summary').click()
  await expect
    .poll(async () => (await writes.locator('details tbody td').allTextContents()).slice(0, 4))
    .toEqual(['0', '–', '1', '1'])
  // What took no measurable time is drawn, though a logarithmic scale has no zero.
  const loop = page.locator('#charts figure').filter({ hasText: 'Event loop of the server' })
  await loop.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => loop.locator('.u-value').allTextContents()).toEqual(['0', '0 ms'])
})

inBrowser(
  'the run that it is compared with is drawn beside it, unless it played something else',
  async () => {
    const result = loadTestResult({ isMet: true })
    const baseRun = {
      timeline: result.timeline.map((one) => ({ ...one, firstTextP95Ms: 7 })).slice(0, 30),
      metrics: result.metrics,
    }
    const compared = { ...result, baseRun, scenarioHash: 'a', comparison: [] }
    const same = { scenario: 'text', scenarioHash: 'a' }
    const { page } = await open({ ...compared, base: same })
    const chart = page.locator('#charts figure').nth(1)
    expect(await chart.locator('.u-label').allTextContents()).toEqual(['second', 'this run', 'base', 'limit'])
    await chart.locator('summary').click()
    const cells = chart.locator('details tbody tr').nth(29).locator('td')
    await expect.poll(async () => (await cells.allTextContents())[2]).toBe('7')
    expect((await chart.locator('details tbody tr').nth(30).locator('td').allTextContents())[2]).toBe('–')
    expect(await legendOf(page)).toEqual([
      ['percentile 95%', 'this run', 'base', 'limit'],
      ['the first text of a reply', '41.9 ms', '41.9 ms', '20 ms at p95'],
      ['a whole reply', '598 ms', '598 ms', '900 ms at p99'],
    ])
    expect(await page.locator('#dotted').isVisible()).toBe(true)
    const { page: other } = await open({ ...compared, base: { ...same, scenarioHash: 'b' } })
    expect((await legendOf(other))[0]).toEqual(['percentile 95%', 'this run', 'limit'])
    expect(await other.locator('#dotted').isVisible()).toBe(false)
  },
)

inBrowser('on a phone the percentiles are read in their table, which shows where there is more', async () => {
  const { page } = await open(full(loadTestResult({ isMet: true })), {
    viewport: { width: 390, height: 800 },
  })
  await page.locator('#percentiles summary').click()
  // It stands above the table, which it moves.
  await page.locator('#percentiles').getByText('There are more columns: scroll it sideways.').waitFor()
  const box = page.locator('#percentiles .values')
  const row = box.locator('tbody tr').nth(3).locator('td')
  const first = await row.nth(1).boundingBox()
  expect((first?.x ?? 390) + (first?.width ?? 0)).toBeLessThan(390)
  const widest = `document.querySelector('#percentiles .values').scrollWidth`
  expect(await page.evaluate<number>(widest)).toBeGreaterThan(390)
  await box.focus()
  const place = await row.first().boundingBox()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => box.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0)
  // The percentile of a row stays beside its values.
  expect(await row.first().boundingBox()).toEqual(place)
})

inBrowser(
  'by keyboard all charts show the same second, the next goes on from there, and Escape ends it',
  async () => {
    const result = loadTestResult({ isMet: true })
    const { page } = await open({ ...result, timeline: withTimes(result.timeline) })
    const charts = page.locator('#charts figure')
    const seconds = () => charts.locator('.u-series:first-child .u-value').allTextContents()
    await charts.first().focus()
    for (const _ of [0, 1, 2, 3]) await page.keyboard.press('ArrowRight')
    await expect.poll(seconds).toEqual(['3', '3', '3', '3'])
    await charts.nth(1).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(seconds).toEqual(['4', '4', '4', '4'])
    await page.keyboard.press('Escape')
    await expect.poll(seconds).toEqual(['--', '--', '--', '--'])
  },
)

const SUBMETRIC = 'turn.first_text{step:greeting}'

inBrowser(
  'metrics by tag and what was checked stand in tables, and thresholds of them are sentences',
  async () => {
    const result = loadTestResult({ isMet: true })
    const submetrics = result.metrics.slice(0, 1).map((row) => ({ ...row, metric: SUBMETRIC }))
    const check = { kind: 'reply', check: 'How many steps has the tower?', expected: '142' } as const
    const { page } = await open({
      ...result,
      submetrics,
      checks: [{ ...check, labels: { step: 'tower' }, passes: 1, failures: 3, got: ['No.', 'No.', 'Why?'] }],
      thresholds: [
        { threshold: 'checks.rate>=0.9', value: 0.25, isMet: false },
        { threshold: 'checks{step:tower}.failures<=0', value: 3, isMet: false },
        { threshold: `${SUBMETRIC}.p95<300`, value: 41, isMet: true },
      ],
    })
    expect(await page.locator('#verdicts li').allTextContents()).toEqual([
      'Failed: share of checks that passed: 25 %; wanted: at least 90 % checks.rate>=0.9',
      'Failed: checks (step tower), how many failed: 3; wanted: none checks{step:tower}.failures<=0',
      `Met: the first text of a reply (step greeting), p95: 41 ms; wanted: less than 300 ms ${SUBMETRIC}.p95<300`,
    ])
    expect(await page.locator('#checks tbody td').allTextContents()).toEqual([
      ...['How many steps has the tower?step tower', 'reply 142', '1', '3 (75 %)', 'No. | Why?'],
    ])
    await page.getByText('By scenario, step and tag').click()
    expect(await page.locator('#submetrics tbody td').first().textContent()).toContain(SUBMETRIC)
  },
)

inBrowser('percentiles of too few measurements are not shown, and failures have their share', async () => {
  const result = loadTestResult({ isMet: false })
  const [first, second] = result.metrics
  const metrics = [
    { ...first, count: 6, errors: { unexpected: 6 } },
    { ...second, count: 3, errors: {}, metric: 'turn.lost' },
  ] as LoadTestPageData['metrics']
  const { page } = await open({ ...result, metrics })
  const cells = page.locator('#metrics tbody tr').first().locator('td')
  const texts = await cells.allTextContents()
  expect(texts.slice(0, 3)).toEqual(['The first text of a replyturn.first_text', '6', '6 unexpected (50 %)'])
  // Columns with no value in any row are left out.
  expect(texts.slice(4)).toEqual(['14', '56'])
  const lost = await page.locator('#metrics tbody tr').nth(1).locator('td').allTextContents()
  expect(lost.slice(1, 3)).toEqual(['–', '3'])
})

inBrowser('behind each chart is a table of its values, and the keys are told in words', async () => {
  const { page } = await open(loadTestResult({ isMet: false }))
  const chart = page.locator('#charts figure').first()
  await chart.locator('summary').click()
  const rows = chart.locator('details tbody tr')
  await expect.poll(() => rows.count()).toBe(60)
  expect(await chart.locator('details th').allTextContents()).toEqual([
    ...['second', 'errors', 'turns that ended', 'players'],
  ])
  expect(await rows.nth(30).locator('td').allTextContents()).toEqual(['30', '3', '16', '50'])
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(() => chart.getByRole('status').textContent())
    .toBe('second 58, errors 0, turns that ended 19, players 50')
})

inBrowser('the values of a chart are read with the arrow keys', async () => {
  const { page, strays } = await open(loadTestResult({ isMet: true }))
  const chart = page.locator('#charts figure').first()
  const players = chart.locator('.u-series').filter({ hasText: 'players' }).locator('.u-value')
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => players.textContent()).toBe('0')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => players.textContent()).toBe('2')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => players.textContent()).toBe('0')
  expect(strays).toEqual([])
})

const withTimes = (timeline: LoadTestPageData['timeline']): LoadTestPageData['timeline'] =>
  timeline.map((one) => ({
    ...one,
    p95Ms: {
      'turn.complete': one.second === 8 ? 2600 : 200,
      'http.GET /api/v1/characters': one.second === 7 ? 9 : 2,
    },
  }))

/** With replies, a comparison and a limit: all that a page can show. */
const full = (result: LoadTestPageData): LoadTestPageData => ({
  ...wide(result),
  slowestReplies: [31, 32, 33].map((second) => ({
    ...{ second, player: 'load-mwyz6xle-0', messageId: '101c8a81-b5b1-4973-88aa-021a25fe330d' },
    ...{
      step: 'step 1',
      said: 'Tell me of the lighthouse.',
      sentAfterMs: 9,
      firstTextMs: 41,
      completeMs: 600,
    },
  })),
  failures: [{ error: 'unexpected', count: 54, message: null, second: 8 }],
  unexpectedReplies: [8, 8, 9].map((second) => ({
    ...{ said: 'Where?', step: 'step 2', scenario: 'regular' },
    ...{ expected: 'the harbour', got: 'I like tea. '.repeat(20), second },
  })),
  thresholds: [...result.thresholds, { threshold: 'turn.first_text.p95<50', value: 41, isMet: true }],
  base: {
    ...{ scenario: 'text', startedAt: '2030-01-01T03:04:05.000Z', durationMs: 30_000 },
    ...{ isValid: true, isPassed: true },
  },
  comparison: [
    { metric: 'turn.complete', statistic: 'p95', base: 100, value: 200, ratio: 2 },
    { metric: 'turn.first_text', statistic: 'p95', base: 100, value: 50, ratio: 0.5 },
    { metric: 'turn.first_text', statistic: 'p50', base: 100, value: 105, ratio: 1.05 },
    { metric: 'turn.complete', statistic: 'count', base: 54, value: 109, ratio: 109 / 54 },
    { metric: 'turn.complete', statistic: 'errors', base: 0, value: 55, ratio: null },
  ],
})

inBrowser('the head and the base name the version of the service, where it said one', async () => {
  const data = full(loadTestResult({ isMet: true }))
  const { page } = await open({
    ...data,
    targetVersion: '0.2.0',
    ...(data.base !== undefined && { base: { ...data.base, targetVersion: '0.1.9' } }),
  })
  expect(await page.locator('#summary').textContent()).toMatch(
    /^2030-01-02 03:04:05 UTC, 60 s, of which the first 5 do not count; http:\/\/\S+, version 0\.2\.0; /,
  )
  expect(await page.locator('#base').textContent()).toContain('version 0.1.9')
})

inBrowser('the first unexpected replies stand beside the cause, with what was asked and where', async () => {
  const { page } = await open(full(loadTestResult({ isMet: false })))
  const replies = page.locator('section').first().locator('#replies')
  expect(await replies.locator('dd').allTextContents()).toEqual([
    ...['Where?', 'regular, step 2', 'the harbour', 'I like tea. '.repeat(20), '8, 9 (3 times)'],
  ])
  expect(await page.locator('#replies-title').textContent()).toBe(
    'Replies that were not as expected: the first 3 of 54',
  )
})

inBrowser('the base is compared in words: worse, better or the same, errors first', async () => {
  const { page } = await open(full(loadTestResult({ isMet: false })))
  expect(await page.locator('#difference').textContent()).toBe(
    '2 of 4 values are worse than in the base, 1 better, 1 the same. Times are the same unless they differ by more than 10 % and 5 ms. ' +
      'Worse above all: a whole reply, errors, 55 instead of 0; a whole reply, p95, 200 ms instead of 100 ms. ' +
      'The runs did not do the same: a whole reply, 109 instead of 54.',
  )
  expect(await page.locator('#changes tbody td:last-child').allTextContents()).toEqual([
    ...['worse', 'worse', 'better', 'same', '–'],
  ])
  // Times have their unit, counts have none.
  expect(await page.locator('#changes tbody td:nth-child(3)').allTextContents()).toEqual([
    ...['55', '200 ms', '50 ms', '105 ms', '109'],
  ])
  expect(await page.locator('#base').textContent()).toBe(
    'The base is the run “text”, of 2030-01-01 03:04:05 UTC, 30 s, passed.',
  )
  const colours = await page.evaluate<string[]>(
    `[...document.querySelectorAll('#changes tbody td:nth-child(5)')].slice(1, 4).map((cell) => getComputedStyle(cell).color)`,
  )
  expect(new Set(colours).size).toBe(3)
})

inBrowser(
  'other limits than those of the base are told, and how the base would have done with them',
  async () => {
    const result = loadTestResult({ isMet: false })
    const [first, second] = result.metrics
    const baseRun = {
      timeline: result.timeline,
      metrics: [{ ...first, p95: 43 }, second] as LoadTestPageData['metrics'],
      thresholds: [
        { threshold: 'turn.complete.p99<900', value: 610, isMet: true },
        { threshold: 'turn.first_text.p95<2000', value: 43, isMet: true },
      ],
    }
    const { page } = await open({
      ...result,
      ...{ scenarioHash: 'a', comparison: [], baseRun },
      base: { scenario: 'text', scenarioHash: 'a', isPassed: true },
    })
    expect(await page.locator('#differences-title').isVisible()).toBe(true)
    expect(await page.locator('#differences li').allTextContents()).toEqual([
      'limits: turn.first_text.p95<2000 in the base, turn.first_text.p95<20 in this run',
    ])
    expect(await page.locator('#verdicts li').first().textContent()).toContain(
      'turn.first_text.p95<20The base had 43 ms, which misses this limit, too; its own limit was 2000 ms, which this run meets.',
    )
    const { page: other } = await open({
      ...result,
      ...{ scenarioHash: 'a', comparison: [], baseRun },
      base: { scenario: 'text', scenarioHash: 'b', differences: [{ at: 'warmup', now: '2s' }] },
    })
    expect(await other.locator('#differences li').allTextContents()).toEqual([
      'warmup: nothing in the base, 2s in this run',
      'limits: turn.first_text.p95<2000 in the base, turn.first_text.p95<20 in this run',
    ])
  },
)

inBrowser('one line says how the run ended, and how it stands to the base', async () => {
  const outcome = async (data: LoadTestPageData) => {
    const { page } = await open(data)
    const line = page.locator('#outcome')
    return [await line.getAttribute('class'), await line.textContent()]
  }
  const [passed, failed] = [loadTestResult({ isMet: true }), loadTestResult({ isMet: false })]
  const base = { scenario: 'text', isValid: true, isPassed: false }
  const slower = { metric: 'turn.complete', statistic: 'p95', base: 100, value: 200, ratio: 2 }
  const noise = { metric: 'turn.complete', statistic: 'p50', base: 5, value: 9, ratio: 1.8 }
  const met =
    'both limits were met; nearest to its limit: the first text of a reply took 18 ms (p95), and the limit is 20 ms'
  expect(await outcome(passed)).toEqual(['good', `Passed: ${met}.`])
  expect(await outcome({ ...failed, base, comparison: [slower, noise] })).toEqual([
    'bad',
    'Failed: the first text of a reply took 41 ms (p95), and the limit is 20 ms. One value is worse than in the base, which failed: a whole reply, p95, 200 ms instead of 100 ms.',
  ])
  expect(await outcome({ ...passed, base, comparison: [noise] })).toEqual([
    'good',
    `Passed: ${met}. Nothing is worse than in the base, which failed.`,
  ])
  expect(await outcome({ ...passed, isValid: false })).toEqual([
    'bad',
    'Not valid: the load test itself was too slow. Run it again before you judge by its times.',
  ])
})

inBrowser('runs that cannot be compared say so first, and nothing is called better or worse', async () => {
  const data = full(loadTestResult({ isMet: false }))
  const verdicts = (page: Awaited<ReturnType<typeof open>>['page']) =>
    page.locator('#changes tbody td:last-child').allTextContents()
  const { page: other } = await open({
    ...data,
    scenarioHash: 'a',
    base: { scenario: 'text', scenarioHash: 'b' },
  })
  expect(await other.locator('#doubt').textContent()).toBe(
    'These runs cannot be compared: they played different scenarios. The values stand side by side below, without a verdict. Play the same scenario again to compare. ' +
      'What differs is not known: the file of the base does not say what it played.',
  )
  const { page: told } = await open({
    ...data,
    scenarioHash: 'a',
    base: {
      ...{ scenario: 'text', scenarioHash: 'b' },
      differences: [
        { at: 'load.players', base: '5', now: '50' },
        { at: 'warmup', now: '2s' },
      ],
    },
  })
  expect(await told.locator('#doubt').textContent()).toMatch(/Play the same scenario again to compare\.$/)
  expect(await told.locator('#differences li').allTextContents()).toEqual([
    'load.players: 5 in the base, 50 in this run',
    'warmup: nothing in the base, 2s in this run',
  ])
  expect(await other.locator('#difference').textContent()).toBe('')
  expect(await verdicts(other)).toEqual([
    ...['not comparable', 'not comparable', 'not comparable', '–', 'not comparable'],
  ])
  const { page: late } = await open({ ...data, isValid: false })
  expect(await late.locator('#doubt').textContent()).toContain(
    'The times of these runs cannot be compared: this run is not valid.',
  )
  expect(await late.locator('#difference').textContent()).toMatch(
    /^The one count of errors is worse than in the base\./,
  )
  expect(await verdicts(late)).toEqual(['worse', ...Array(3).fill('not comparable'), '–'])
})

inBrowser('percentiles of too few measurements are not compared', async () => {
  const { page } = await open({
    ...loadTestResult({ isMet: true }),
    comparison: [
      { metric: 'turn.complete', statistic: 'p50', base: 100, value: 100, ratio: 1 },
      { metric: 'turn.complete', statistic: 'p95', base: 100, value: 900, ratio: 9 },
      { metric: 'turn.complete', statistic: 'count', base: 60, value: 19, ratio: 19 / 60 },
    ],
  })
  expect(await page.locator('#changes tbody td:nth-child(2)').allTextContents()).toEqual(['p50', 'count'])
  expect(await page.locator('#difference').textContent()).toMatch(
    /^Nothing is worse than in the base: the one value is the same\. .* One percentile of too few measurements is left out\.$/,
  )
})

inBrowser(
  'a better value of few measurements is not called better, and what was equal has no row',
  async () => {
    const change = (metric: string, statistic: string, base: number, value: number) => ({
      ...{ metric, statistic, base, value, ratio: base === 0 ? null : value / base },
    })
    const { page } = await open({
      ...loadTestResult({ isMet: true }),
      comparison: [
        change('session.connect', 'p50', 134, 72),
        change('session.connect', 'count', 8, 8),
        change('turn.complete', 'p50', 100, 100),
        change('turn.complete', 'count', 60, 60),
        change('turn.complete', 'errors', 0, 0),
      ],
    })
    expect(await page.locator('#difference').textContent()).toBe(
      'Nothing is worse than in the base: the one value is the same. Times are the same unless they differ by more than 10 % and 5 ms. Neither run had errors; all counts are the same.',
    )
    const rows = page.locator('#changes tbody tr')
    expect(await rows.locator('td:nth-child(2)').allTextContents()).toEqual(['p50', 'p50'])
    expect(await rows.locator('td:last-child').allTextContents()).toEqual(['same', 'too few to tell'])
  },
)

inBrowser('what follows from a run that passed stands in its verdict', async () => {
  const { page } = await open(loadTestResult({ isMet: true }))
  expect(await page.locator('header #outcome-box #advice').textContent()).toBe(
    'Nothing that was measured speaks against a release.',
  )
})

inBrowser('times have a linear scale that what was measured fills, and a far limit is noted', async () => {
  const result = loadTestResult({ isMet: true })
  const { page, strays } = await open({
    ...result,
    timeline: result.timeline.map((one) => ({ ...one, firstTextP95Ms: 100 })),
    thresholds: [{ threshold: 'turn.first_text.p95<5000', value: 100, isMet: true }],
  })
  const chart = () => page.locator('#charts figure').nth(1)
  const note = () => chart().locator('figcaption small')
  expect(await note().textContent()).toBe('↑ limit 5000 ms: above this chart')
  const colour = (share: number) =>
    page.evaluate<number>(`(() => {
      const canvas = document.querySelectorAll('#charts canvas')[1]
      const over = document.querySelectorAll('#charts .u-over')[1].getBoundingClientRect()
      const own = canvas.getBoundingClientRect()
      const scale = canvas.width / own.width
      const x = Math.round((over.left - own.left + over.width * 0.52) * scale)
      const y = Math.round((over.top - own.top + over.height * (1 - ${share})) * scale)
      const rows = [...canvas.getContext('2d').getImageData(x, y - 4, 1, 9).data]
      return rows.filter((_, at) => at % 4 === 2).reduce((a, b) => Math.max(a, b), 0)
    })()`)
  // 100 of at most 105 ms: the blue curve is near the upper edge.
  await expect.poll(() => colour(100 / 105)).toBeGreaterThan(180)
  await page.getByLabel('Logarithmic scale').check()
  await expect.poll(() => note().count()).toBe(0)
  expect(await page.locator('#percentile-chart figure').count()).toBe(1)
  expect(strays).toEqual([])
})

inBrowser('the values of a chart are saved as CSV', async () => {
  const { page } = await open(loadTestResult({ isMet: false }))
  const chart = page.locator('#charts figure').first()
  await chart.locator('summary').click()
  const saved = page.waitForEvent('download')
  await chart.getByRole('button', { name: 'Save as CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^turns-and-[a-z-]+\.csv$/)
  const file = join(await temporaryFolder(), 'saved.csv')
  await download.saveAs(file)
  const lines = (await readFile(file, 'utf8')).split('\r\n')
  expect(lines[0]).toBe('second,errors,turns that ended,players')
  expect(lines[31]).toBe('30,3,16,50')
  expect(lines).toHaveLength(62)
})

inBrowser('seconds that are not those of the load are explained', async () => {
  const result = loadTestResult({ isMet: false })
  const [last] = result.timeline.slice(-1)
  const late = { ...last, second: 60, firstTextP95Ms: 100 } as (typeof result.timeline)[number]
  const { page } = await open({ ...result, timeline: [...result.timeline.slice(0, 20), late] })
  expect(await page.locator('#slowness').textContent()).toContain(
    'in which one was measured (from 5 to 60, with replies that came after the load had ended)',
  )
  expect(await page.locator('#awaited').textContent()).toBe(
    ' Replies still under way when the load ended count in second 60.',
  )
})

inBrowser('the limit of the first text is a line of its chart, and read in its legend', async () => {
  const { page } = await open(full(loadTestResult({ isMet: true })))
  const chart = page.locator('#charts figure').nth(1)
  expect(await chart.locator('.u-label').allTextContents()).toEqual([
    ...['second', 'this run', 'limit 20', 'limit 50'],
  ])
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => chart.locator('.u-value').last().textContent()).toBe('50 ms')
})

inBrowser('what does not count is shaded, and said', async () => {
  const { page } = await open(loadTestResult({ isMet: true }))
  expect(await page.locator('#warm-up').textContent()).toBe('Shaded: the first 5 s, which do not count.')
  // The colour at the top of a plot, between the lines of its grid.
  const colourAt = (share: number) =>
    page.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('#charts canvas')
      const plot = document.querySelector('#charts .u-over').getBoundingClientRect()
      const own = canvas.getBoundingClientRect()
      const scale = canvas.width / own.width
      const x = Math.round((plot.left - own.left + plot.width * ${share}) * scale)
      const y = Math.round((plot.top - own.top + 6) * scale)
      return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data]
    })()`)
  // Of 60 seconds that are drawn the first five, each as a whole.
  expect((await colourAt(4.8 / 60))[3]).toBeGreaterThan(100)
  expect((await colourAt(5.2 / 60))[3]).toBe(0)
})

inBrowser('turns and errors are columns of different colours, and each value is its own', async () => {
  const { page } = await open(loadTestResult({ isMet: false }))
  const chart = page.locator('#charts figure').first()
  expect(await chart.locator('.u-label').allTextContents()).toEqual([
    ...['second', 'errors', 'turns that ended', 'players'],
  ])
  await chart.focus()
  for (let second = 0; second <= 30; second += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => chart.locator('.u-value').allTextContents()).toEqual(['30', '3', '16', '50'])
})

inBrowser('on a phone all numbers of the tables are in sight, each with its title', async () => {
  const { page } = await open(full(loadTestResult({ isMet: true })), {
    viewport: { width: 390, height: 800 },
  })
  expect(await page.locator('main h2').first().textContent()).toBe('Verdict')
  expect(await page.locator('#changes').isVisible()).toBe(false)
  await page.locator('#all-changes summary').click()
  const boxes = await Promise.all((await page.locator('.wide td').all()).map((cell) => cell.boundingBox()))
  const beyond = boxes.filter((box) => box === null || box.x < 0 || box.x + box.width > 390).length
  expect(beyond).toBe(0)
  const p95 = page.locator('#metrics td[data-title="p95"]').first()
  expect(await p95.isVisible()).toBe(true)
  const shown = `getComputedStyle(document.querySelector('#metrics td[data-title="p95"]'), '::before').content`
  expect(await page.evaluate(shown)).toBe('"p95"')
  const table = page.getByRole('table').and(page.locator('#metrics'))
  expect(await table.getByRole('row').first().getByRole('cell').count()).toBe(10)
})

inBrowser('a table that is wider than the window scrolls by keyboard', async () => {
  const errors = { timeout: 1, unexpected: 2, model_failed: 3, connection_was_closed_by_the_service: 4 }
  const result = loadTestResult({ isMet: true })
  const metrics = result.metrics.map((row) => ({ ...row, errors }))
  const { page } = await open({ ...result, metrics }, { viewport: { width: 720, height: 800 } })
  const table = page.getByRole('group', { name: 'Results by metric, times in milliseconds' })
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
})

inBrowser.each(
  [390, 820, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => [theme, width] as const)),
)('axe finds nothing in %s at %i pixels, and nothing is wider than the page', async (colorScheme, width) => {
  const { page, strays } = await open(full(loadTestResult({ isMet: false })), {
    colorScheme,
    viewport: { width, height: 900 },
    bypassCSP: true,
  })
  expect(await problemsOf(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.getByLabel('Logarithmic scale').check()
  await page.locator('#charts summary').first().click()
  expect(await problemsOf(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(strays).toEqual([])
})
