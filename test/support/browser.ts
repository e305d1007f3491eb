import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** The distribution's Chromium, found on the PATH; undefined where there is none. */
export const executablePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'chromium'))
  .find((file) => existsSync(file))

if (executablePath === undefined) console.warn('NO CHROMIUM ON THE PATH: the tests in a browser are skipped')

export const openBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', ...flags],
  })

/** What hangs is ended after this; where there is no graphics card, a picture of a model takes many seconds. */
const HANGS_MS = 120_000

/** A new visitor, gone when the test is over. */
export async function openContext(
  browser: Browser,
  look: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(look)
  onTestFinished(() => context.close())
  context.setDefaultTimeout(HANGS_MS)
  return context
}
