import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { createServer, type RunningServer } from '../../../src/runtime/create-server.js'
import { rest } from '../servers/test-server.js'
import { connectBrowser, executablePath } from './browser.js'
import { shareCharacter } from './share-page.js'

/** A browser, where there is one, and a server with a character to share, for all tests of a file. */
export function useSharedCharacter({ isTextOnly }: { readonly isTextOnly: boolean }) {
  let browser: Browser
  let server: RunningServer
  let characterId: string
  beforeAll(async () => {
    if (executablePath === undefined) return
    server = await createServer({ logLevel: 'silent', limits: 'off' })
    browser = await connectBrowser()
    const persona = { name: 'Mira Vale', tagline: 'Keeper of the light' }
    const created = await rest(server, 'POST', '/api/v1/characters', { persona, text_only: isTextOnly })
    characterId = (created.body as { id: string }).id
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  return {
    browser: () => browser,
    server: () => server,
    characterId: () => characterId,
    share: (body?: object) => shareCharacter(server, characterId, body),
  }
}
