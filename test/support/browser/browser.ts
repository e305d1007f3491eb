import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { executablePath } from './chromium.js'

export { executablePath }

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the browser. */
    readonly browserUrl: string
  }
}

if (executablePath === undefined) console.warn('NO CHROMIUM ON THE PATH: the tests in a browser are skipped')

/** A connection to the browser that all tests share; closing it closes the contexts that were opened through it. */
export async function connectBrowser(): Promise<Browser> {
  const answer = await fetch(inject('browserUrl'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The browser has not started: ${text}`)
  return chromium.connect(text)
}

/** Windows that pages are laid out for, in pixels: a phone, a tablet, and a small and a large one on a desk. */
export const WINDOWS: readonly (readonly [width: number, height: number])[] = [
  [390, 844],
  [820, 1180],
  [1024, 700],
  [1440, 900],
]

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
