import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import { overflowOf, seriousProblems, visitPage } from '../../support/browser/share-page.js'
import { createTestServer } from '../../support/servers/test-server.js'

let browser: Browser
let server: RunningServer

beforeAll(async () => {
  if (executablePath === undefined) return
  browser = await connectBrowser()
  server = await createTestServer()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const inBrowser = test.skipIf(executablePath === undefined)

async function open(hash: string, look: Parameters<Browser['newContext']>[0] = {}) {
  const { ready } = server
  const visit = await visitPage(browser, `${ready.baseUrl}/docs#key=${ready.apiKey}`, look)
  await visit.go()
  await visit.page.locator('main h2').waitFor()
  await visit.page.evaluate(`location.hash = '${hash}'`)
  await visit.page.locator(`[id="${hash}"]`).waitFor()
  return visit
}

inBrowser('an operation is tried with the key of the address, which keeps no key', async () => {
  const { page, strays } = await open('createCharacter')
  expect(page.url()).toBe(`${server.ready.baseUrl}/docs#createCharacter`)
  const operation = page.locator('#createCharacter')
  await operation.getByRole('button', { name: 'Send' }).click()
  await operation.getByText(/^201 /).last().waitFor()
  expect(await operation.locator('output pre').textContent()).toContain('"name": "Mira"')
  expect(await operation.getByLabel('Command for createCharacter').textContent()).toContain(
    server.ready.apiKey,
  )
  expect(strays).toEqual([])
})

inBrowser('operations and events are found by their words', async () => {
  const { page, strays } = await open('characters')
  await page.getByRole('searchbox').fill('bot_resp')
  await page.getByRole('link', { name: 'bot_response' }).click()
  await page.locator('#server_bot_response').waitFor()
  expect(await page.locator('main > h2').textContent()).toBe('Socket: from the server')
  expect(await page.locator('#server_bot_response .example').textContent()).toContain('"text"')
  expect(strays).toEqual([])
})

inBrowser.each(
  [390, 820, 1440].flatMap((width) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      ['memories', 'socket-server'].map((chapter) => [chapter, theme, width] as const),
    ),
  ),
)(
  'axe finds nothing in %s in %s at %i pixels, and nothing is wider than the page',
  async (chapter, colorScheme, width) => {
    const { page, strays } = await open(chapter, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    })
    expect(await seriousProblems(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(strays).toEqual([])
  },
)
