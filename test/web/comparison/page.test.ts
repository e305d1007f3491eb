import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderReport, reportData } from '../../../src/cli/compare/comparison-report.js'
import type { ComparisonSide } from '../../../src/cli/compare/comparison-side.js'
import type { SideTurn } from '../../../src/cli/compare/side-turn.js'
import type { Character } from '../../../src/contract/characters.js'
import type { ComparisonPageData } from '../../../src/web/comparison/page-data.js'
import { connectBrowser, executablePath, openContext } from '../../support/browser/browser.js'
import { overflowOf, problemsOf } from '../../support/browser/share-page.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

const EVIL = '</script><img src=x onerror=alert(1)>'

const side = (name: 'a' | 'b', title: string, personality: string): ComparisonSide => ({
  name,
  title,
  // The report reads nothing else of it, and never the session.
  character: { id: name, name: 'Mira', personality, actions: [] } as unknown as Character,
  talk: {} as ComparisonSide['talk'],
  readTrace: async () => null,
})

const turn = (name: 'a' | 'b', input: string, reply: string, more: Partial<SideTurn> = {}): SideTurn => ({
  ...{ side: name, input, reply, messageId: 'm', actions: [], interrupted: false, error: null },
  ...{ firstTextMs: 210, totalMs: 1234 },
  trace: { provider: 'stub', model: 'stub', tokens: { request: 812, reply: 40 }, times: {} },
  explained: null,
  ...more,
})

const RESULT = {
  sides: [side('a', 'Mira', 'Warm and calm.'), side('b', `v${EVIL}.yaml`, 'Grumpy and calm.')] as const,
  turns: [
    [
      turn('a', 'Is the lamp lit?', 'The lamp is lit, my dear friend.'),
      turn('b', 'Is the lamp lit?', 'The lamp is dark, my dear friend.'),
    ],
    [
      turn('a', EVIL, `You said ${EVIL}\u202eabc\u001b[31m`),
      turn('b', EVIL, '', {
        error: 'The language model failed',
        firstTextMs: null,
        totalMs: null,
        trace: null,
      }),
    ],
    [turn('a', 'Same?', 'Same.'), turn('b', 'Same?', 'Same.')],
    [
      turn('a', 'x'.repeat(300), 'y'.repeat(3000)),
      turn('b', 'x'.repeat(300), 'Short.', { interrupted: true }),
    ],
  ] as const,
  script: 'First visit',
  startedAt: '2030-01-02T03:04:05Z',
  isComplete: false,
}

let browser: Browser
let page = ''

beforeAll(async () => {
  if (executablePath === undefined) return
  browser = await connectBrowser()
  page = await renderReport(RESULT)
})
afterAll(async () => {
  await browser?.close()
})

/** Opened from its file, as a user does; whatever it asks of any other place, and every complaint, is noted. */
async function open(look: Parameters<Browser['newContext']>[0] = {}) {
  const file = join(await temporaryFolder(), 'comparison.html')
  await writeFile(file, page)
  const context = await openContext(browser, look)
  const visited = await context.newPage()
  const strays: string[] = []
  visited.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) strays.push(request.url())
  })
  visited.on('console', (message) => {
    if (message.type() === 'error') strays.push(message.text())
  })
  visited.on('pageerror', (error) => strays.push(String(error)))
  await visited.goto(pathToFileURL(file).href)
  await visited.locator('#talk article').first().waitFor()
  return { page: visited, strays }
}

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser('it shows both replies with the words that differ, the fields, times and tokens', async () => {
  // What the command embeds is what the page reads.
  const data: ComparisonPageData = reportData(RESULT)
  expect(data.messages).toHaveLength(4)
  const { page: visited, strays } = await open()
  expect(await visited.title()).toBe(`Mira against v${EVIL}.yaml`)
  const [first, second] = await visited.locator('#talk article').all()
  expect(await first?.locator('del').allTextContents()).toEqual(['lit'])
  expect(await first?.locator('ins').allTextContents()).toEqual(['dark'])
  expect(await first?.textContent()).toContain('first text 210 ms, all 1.2 s, 812 + 40 tokens, stub')
  expect(await second?.locator('.a .text').textContent()).toBe(`You said ${EVIL}\\u202eabc\\u001b[31m`)
  expect(await second?.locator('.b .error').textContent()).toBe('Failed: The language model failed')
  expect(await visited.locator('#fields del').allTextContents()).toEqual(['Warm'])
  expect(await visited.locator('#sides tbody tr').nth(1).textContent()).toBe('Replies43, and 1 failed')
  expect(await visited.locator('#incomplete').isVisible()).toBe(true)
  expect(strays).toEqual([])
})

inBrowser('a reply that is the same on both sides is shown once, with what it took on each', async () => {
  const { page: visited } = await open()
  const same = visited.locator('#talk article.same')
  expect(await same.locator('.text').allTextContents()).toEqual(['Same.'])
  expect(await same.locator('h4').allTextContents()).toEqual(['Both replies are the same'])
  expect(await same.locator('.soft').count()).toBe(2)
})

inBrowser('messages with the same replies can be left out', async () => {
  const { page: visited } = await open()
  const visible = () => visited.locator('#talk article:visible').count()
  expect(await visible()).toBe(4)
  await visited.getByLabel('Only messages with different replies').check()
  expect(await visible()).toBe(3)
})

inBrowser.each([
  ['light', 1200],
  ['dark', 1200],
  ['light', 820],
  ['dark', 820],
  ['light', 360],
  ['dark', 360],
] as const)(
  'axe finds nothing in %s at %i pixels, and nothing is wider than the page',
  async (colorScheme, width) => {
    const { page: visited, strays } = await open({ colorScheme, viewport: { width, height: 800 } })
    expect(await problemsOf(visited)).toEqual([])
    expect(await overflowOf(visited)).toBeLessThanOrEqual(0)
    const [a, b] = await Promise.all(['.a', '.b'].map((name) => visited.locator(name).first().boundingBox()))
    expect((a?.y ?? 0) === (b?.y ?? 0)).toBe(width > 768)
    expect(strays).toEqual([])
  },
)
