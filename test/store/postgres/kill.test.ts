import { describe, expect, test } from 'vitest'
import type { Character } from '../../../src/contract/characters.js'
import { rounds } from '../../support/rounds.js'
import { startServerProcess } from '../../support/servers/store-server.js'
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

  test(`server and PostgreSQL, each killed ${KILLS} times in the middle of writing, have lost nothing acknowledged`, {
    timeout: 900_000,
  }, async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const start = () => startServerProcess(folder, [], { PARLEY_STORE: database })
    const ledger = createLedger()
    let server = await start()
    const talker = (await server.call<Character>('POST', '/characters', { persona: { name: 'Talker' } })).id

    for (let kill = 1; kill <= KILLS; kill += 1) {
      await liveAndDie(server, talker, ledger, {
        enough: 10 + ((kill * 37) % 60),
        before: async (untilMore) => {
          await postgres.kill()
          // Every third time, the server dies while its database is away.
          if (kill % 3 === 0) return
          await postgres.start()
          // Whoever waited for it has not noticed more than that.
          await untilMore(15)
        },
      })
      if (kill % 3 === 0) await postgres.start()
      server = await start()
      await expectCharacters(server, talker, ledger)
      await expectConversation(server, talker, ledger)
    }
    expect(ledger.created.size).toBeGreaterThan(5 * KILLS)
    expect(ledger.answered.size).toBeGreaterThan(KILLS)
    await server.kill()
  })
})
