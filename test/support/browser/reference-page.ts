import type { Browser } from 'playwright-core'
import { createTestServer } from '../servers/test-server.js'
import { useBrowserAndServer } from './browser-and-server.js'
import { visitPage } from './share-page.js'

/** A browser, where there is one, and a server whose API reference it opens, for all tests of a file. */
export function useReferencePage() {
  const both = useBrowserAndServer(createTestServer)
  return {
    ...both,
    /** Opens it with the key of the server, at an operation, an event or a chapter. */
    async open(hash: string, look: Parameters<Browser['newContext']>[0] = {}) {
      const { ready } = both.server()
      const visit = await visitPage(both.browser(), `${ready.baseUrl}/docs#key=${ready.apiKey}`, look)
      await visit.go()
      await visit.page.locator('main h2').waitFor()
      await visit.page.evaluate(`location.hash = '${hash}'`)
      await visit.page.locator(`[id="${hash}"]`).waitFor()
      return visit
    },
  }
}
