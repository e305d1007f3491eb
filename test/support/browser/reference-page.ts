import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { createTestServer } from '../servers/test-server.js'
import { connectBrowser, executablePath } from './browser.js'
import { visitPage } from './share-page.js'

/** A browser, where there is one, and a server whose API reference it opens, for all tests of a file. */
export function useReferencePage() {
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
  return {
    browser: () => browser,
    server: () => server,
    /** Opens it with the key of the server, at an operation, an event or a chapter. */
    async open(hash: string, look: Parameters<Browser['newContext']>[0] = {}) {
      const { ready } = server
      const visit = await visitPage(browser, `${ready.baseUrl}/docs#key=${ready.apiKey}`, look)
      await visit.go()
      await visit.page.locator('main h2').waitFor()
      await visit.page.evaluate(`location.hash = '${hash}'`)
      await visit.page.locator(`[id="${hash}"]`).waitFor()
      return visit
    },
  }
}
