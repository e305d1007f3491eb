import { describe, expect, test } from 'vitest'
import type { Character } from '../../../../src/contract/characters.js'
import { rounds } from '../../../support/rounds.js'
import { childrenOf } from '../../../support/servers/child-processes.js'
import { startStandbyProcess } from '../../../support/servers/store-server.js'
import { createLedger, expectCharacters, writeThroughDeaths } from '../../../support/stores/kill-ledger.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'
import { createTalkingClients } from '../../../support/stores/talking-clients.js'

const KILLS = rounds(20, 3)
const CLIENTS = 50
const WORKERS = 3

describe.runIf(hasPostgres && process.platform === 'linux')('on PostgreSQL', { tags: 'rounds' }, () => {
  const postgres = usePostgres()

  test(`${CLIENTS} clients of ${WORKERS} workers go on when one is killed, ${KILLS} times, with all that was acknowledged`, {
    timeout: 1_800_000,
  }, async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const starting = startStandbyProcess(folder, ['--workers', `${WORKERS}`], { PARLEY_STORE: database })
    const server = await starting.serving
    const { id: characterId } = await server.call<Character>('POST', '/characters', {
      persona: { name: 'Talker' },
    })
    const clients = createTalkingClients(CLIENTS, { prefix: 'player', characterId, servers: [server] })
    clients.comeTo(server)
    const ledger = createLedger()
    let isOver = false
    const writing = [1, 2].map(() => writeThroughDeaths(server, ledger, () => isOver))
    let interrupted = 0
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await clients.untilAllHaveMore(1 + (kill % 3))
      const workers = childrenOf(starting.pid)
      expect(workers).toHaveLength(WORKERS)
      const lost = clients.lostCount()
      // The oldest one leads and always has clients; every fourth time it is another one, which may have none.
      process.kill(workers[kill % 4 === 0 ? 1 : 0] ?? 0, 'SIGKILL')
      await clients.untilAllHaveMore(2)
      if (clients.lostCount() > lost) interrupted += 1
      await expect
        .poll(() => childrenOf(starting.pid).filter((pid) => !workers.includes(pid)))
        .toHaveLength(1)
    }
    expect(interrupted).toBeGreaterThanOrEqual(Math.ceil((KILLS * 3) / 4))
    isOver = true
    await Promise.all([...writing, clients.stop()])
    // Connections go to the workers in turn, so each is asked.
    for (let worker = 1; worker <= WORKERS; worker += 1) {
      await clients.expectConversations(server)
      await expectCharacters(server, characterId, ledger)
    }
    expect(ledger.created.size).toBeGreaterThan(2 * KILLS)
    starting.signal('SIGTERM')
    expect(await starting.ended).toBe(0)
  })
})
