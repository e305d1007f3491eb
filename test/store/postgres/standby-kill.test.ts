import { describe, expect, test } from 'vitest'
import type { Character } from '../../../src/contract/characters.js'
import { rounds } from '../../support/rounds.js'
import { startStandbyProcess } from '../../support/servers/store-server.js'
import {
  createLedger,
  expectCharacters,
  expectConversation,
  liveAndDie,
} from '../../support/stores/kill-ledger.js'
import { hasPostgres, usePostgres } from '../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../support/stores/store-folder.js'

const KILLS = rounds(20)

describe.runIf(hasPostgres)('on PostgreSQL', { tags: 'rounds' }, () => {
  const postgres = usePostgres({ isKilled: true })

  test(`a server that is killed ${KILLS} times while clients talk is replaced, and nothing acknowledged is lost`, {
    timeout: 1_800_000,
  }, async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const start = () => startStandbyProcess(folder, ['--standby'], { PARLEY_STORE: database })
    const ledger = createLedger()
    let server = await start().serving
    let next = start()
    const talker = (await server.call<Character>('POST', '/characters', { persona: { name: 'Talker' } })).id
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Every fourth time the other one is not ready to take over.
      if (kill % 4 > 0) await next.waiting
      await liveAndDie(server, talker, ledger, { enough: 10 + ((kill * 37) % 60) })
      server = await next.serving
      await expectCharacters(server, talker, ledger)
      await expectConversation(server, talker, ledger)
      next = start()
    }
    expect(ledger.created.size).toBeGreaterThan(5 * KILLS)
    expect(ledger.answered.size).toBeGreaterThan(KILLS)
  })
})
