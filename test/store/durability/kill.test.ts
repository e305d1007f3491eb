import { expect, test } from 'vitest'
import type { Character } from '../../../src/contract/characters.js'
import { rounds } from '../../support/rounds.js'
import { startServerProcess } from '../../support/servers/store-server.js'
import {
  createLedger,
  expectCharacters,
  expectConversation,
  liveAndDie,
} from '../../support/stores/kill-ledger.js'
import { temporaryFolder } from '../../support/stores/store-folder.js'

const KILLS = rounds(20)

test(`a server killed ${KILLS} times in the middle of writing has lost nothing that it acknowledged`, {
  tags: 'rounds',
  timeout: 900_000,
}, async () => {
  const folder = await temporaryFolder()
  const ledger = createLedger()
  let server = await startServerProcess(folder)
  const talker = (await server.call<Character>('POST', '/characters', { persona: { name: 'Talker' } })).id
  const apiKey = server.ready.apiKey

  for (let kill = 1; kill <= KILLS; kill += 1) {
    await liveAndDie(server, talker, ledger, { enough: 10 + ((kill * 37) % 60) })
    server = await startServerProcess(folder)
    expect(server.ready.apiKey).toBe(apiKey)
    await expectCharacters(server, talker, ledger)
    await expectConversation(server, talker, ledger)
  }
  expect(ledger.created.size).toBeGreaterThan(5 * KILLS)
  expect(ledger.removed.size).toBeGreaterThan(KILLS / 2)
  expect(ledger.answered.size).toBeGreaterThan(KILLS)
})
