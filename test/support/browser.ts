import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

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
