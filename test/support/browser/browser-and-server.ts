import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { connectBrowser, executablePath } from './browser.js'

/** A browser, where there is one, and this server, for all tests of a file. */
export function useBrowserAndServer(start: () => Promise<RunningServer>) {
  let browser: Browser
  let server: RunningServer
  beforeAll(async () => {
    if (executablePath === undefined) return
    server = await start()
    browser = await connectBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  return { browser: () => browser, server: () => server }
}
