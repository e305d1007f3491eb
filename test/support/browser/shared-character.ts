import { beforeAll } from 'vitest'
import { createServer } from '../../../src/runtime/create-server.js'
import { rest } from '../servers/test-server.js'
import { executablePath } from './browser.js'
import { useBrowserAndServer } from './browser-and-server.js'
import { shareCharacter } from './share-page.js'

/** A browser, where there is one, and a server with a character to share, for all tests of a file. */
export function useSharedCharacter({ isTextOnly }: { readonly isTextOnly: boolean }) {
  const both = useBrowserAndServer(() => createServer({ logLevel: 'silent', limits: 'off' }))
  let characterId: string
  beforeAll(async () => {
    if (executablePath === undefined) return
    const persona = { name: 'Mira Vale', tagline: 'Keeper of the light' }
    const character = { persona, text_only: isTextOnly }
    const created = await rest(both.server(), 'POST', '/api/v1/characters', character)
    characterId = (created.body as { id: string }).id
  })
  return {
    ...both,
    characterId: () => characterId,
    share: (body?: object) => shareCharacter(both.server(), characterId, body),
  }
}
