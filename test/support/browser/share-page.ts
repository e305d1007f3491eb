import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { rest } from '../servers/test-server.js'
import { openContext } from './browser.js'

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

type Shared = { readonly token: string; readonly shareUrl: string; readonly anchorUrl: string }

/** A link to a character; a permanent one unless told otherwise. */
export async function shareCharacter(
  { ready: { baseUrl, apiKey } }: RunningServer,
  characterId: string,
  body: object = { permanent: true },
): Promise<Shared> {
  const answer = await fetch(`${baseUrl}/api/v1/share`, {
    method: 'POST',
    headers: bearer(apiKey),
    body: JSON.stringify({ characterId, ...body }),
  })
  return (await answer.json()) as Shared
}

export async function ownerHeaders(server: RunningServer): Promise<Record<string, string>> {
  const issued = await rest(server, 'POST', '/api/control/v1/identity/token', { email: 'dev@parley.local' })
  return bearer((issued.body as { idToken: string }).idToken)
}

export async function revokeShare(server: RunningServer, token: string): Promise<void> {
  const headers = await ownerHeaders(server)
  await fetch(`${server.ready.baseUrl}/api/v1/share/${token}`, { method: 'DELETE', headers })
}

/** A page of a new visitor; whatever it asks of any other origin, and every complaint of the browser, is noted. */
export async function visitPage(
  browser: Browser,
  url: string,
  look: Parameters<Browser['newContext']>[0] = {},
) {
  const page = await (await openContext(browser, look)).newPage()
  const strays: string[] = []
  const origin = new URL(url).origin
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) strays.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') strays.push(message.text())
  })
  page.on('pageerror', (error) => strays.push(String(error)))
  return { page, strays, go: () => page.goto(url) }
}

export async function enterPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start the conversation' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
}

type Violation = { readonly id: string; readonly impact: string }

/** What still fades in has other colours. */
const SETTLED = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined)))`

/** By all its rules. What passes them, most of a page, need not be described. */
const RUN_AXE = `axe.run({ resultTypes: ['violations'] })`

async function violationsOf(page: Page): Promise<readonly Violation[]> {
  await page.evaluate(SETTLED)
  // The page keeps it until it is loaded anew.
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source)
  return ((await page.evaluate(RUN_AXE)) as { violations: Violation[] }).violations
}

/** What axe finds of weight; the page must have been opened with `bypassCSP`, as axe is a script of ours. */
export const seriousProblems = async (page: Page): Promise<string[]> =>
  (await violationsOf(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id }) => id)

/** All that axe finds; see `seriousProblems`. */
export const problemsOf = async (page: Page): Promise<string[]> =>
  (await violationsOf(page)).map(({ id }) => id)

/** Pixels by which the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
