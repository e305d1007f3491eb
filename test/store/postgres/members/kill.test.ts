import { describe, expect, test } from 'vitest'
import type { Character } from '../../../../src/contract/characters.js'
import { rounds } from '../../../support/rounds.js'
import { type ServerProcess, startServerProcess } from '../../../support/servers/store-server.js'
import {
  createLedger,
  expectCharacters,
  expectConversation,
  liveAndDie,
} from '../../../support/stores/kill-ledger.js'
import { hasPostgres, usePostgres, withClient } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'
import { createTalkingClients } from '../../../support/stores/talking-clients.js'

const KILLS = rounds(20, 3)
const CLIENTS = 50

describe.runIf(hasPostgres)('on PostgreSQL', { tags: 'rounds' }, () => {
  const postgres = usePostgres({ isKilled: true })

  const place = async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    return () => startServerProcess(folder, ['--members'], { PARLEY_STORE: database })
  }
  const createTalker = async (server: ServerProcess, name: string) =>
    (await server.call<Character>('POST', '/characters', { persona: { name } })).id

  test(`one of two servers, killed ${KILLS} times while clients of both write, has lost nothing acknowledged`, {
    timeout: 1_800_000,
  }, async () => {
    const start = await place()
    const ledger = createLedger()
    let servers = await Promise.all([start(), start()])
    const talker = await createTalker(servers[0] as ServerProcess, 'Talker')
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Now the oldest one dies, now the other one.
      const [dying, living] = kill % 2 === 0 ? servers : servers.toReversed()
      if (dying === undefined || living === undefined) throw new Error('there are two')
      await liveAndDie(dying, talker, ledger, {
        enough: 10 + ((kill * 37) % 60),
        beside: living,
      })
      const started = await start()
      servers = [living, started]
      for (const server of servers) {
        await expectCharacters(server, talker, ledger)
        await expectConversation(server, talker, ledger)
      }
    }
    expect(ledger.created.size).toBeGreaterThan(5 * KILLS)
    expect(ledger.answered.size).toBeGreaterThan(KILLS)
    await Promise.all(servers.map((server) => server.kill()))
  })

  test(`${CLIENTS} clients go on at the other of two servers when theirs is killed, ${KILLS} times, with all that was acknowledged`, {
    timeout: 1_800_000,
  }, async () => {
    const start = await place()
    let servers = await Promise.all([start(), start()])
    const characterId = await createTalker(servers[0] as ServerProcess, 'Talker')
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const [dying, living] = kill % 2 === 0 ? servers : servers.toReversed()
      if (dying === undefined || living === undefined) throw new Error('there are two')
      const clients = createTalkingClients(CLIENTS, { prefix: `round-${kill}`, characterId, servers })
      await clients.untilAllHaveMore(1 + (kill % 3))
      expect([clients.countAt(dying), clients.countAt(living)]).toEqual([CLIENTS / 2, CLIENTS / 2])
      clients.comeTo(living)
      await dying.kill()
      await clients.untilAllHaveMore(2)
      expect(clients.countAt(living)).toBe(CLIENTS)
      await clients.stop()
      const started = await start()
      servers = [living, started]
      for (const server of servers) await clients.expectConversations(server)
    }
    await Promise.all(servers.map((server) => server.kill()))
  })

  test(`${CLIENTS} clients of two servers talk on while connections of these to PostgreSQL are cut, ${KILLS} times`, {
    timeout: 1_800_000,
  }, async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const start = () => startServerProcess(folder, ['--members'], { PARLEY_STORE: database })
    const servers = await Promise.all([start(), start()])
    const characterId = await createTalker(servers[0] as ServerProcess, 'Talker')
    const clients = createTalkingClients(CLIENTS, { prefix: 'player', characterId, servers })
    let cut = 0
    for (let time = 1; time <= KILLS; time += 1) {
      await clients.untilAllHaveMore(1 + (time % 3))
      // Now those by which servers follow each other, now all, also in the middle of writing.
      cut += await cutConnections(database, time % 2 === 1 ? '%parley.members%' : '%')
      await clients.untilAllHaveMore(2)
    }
    await clients.stop()
    expect([cut >= KILLS, clients.lostCount()]).toEqual([true, 0])
    for (const server of servers) await clients.expectConversations(server)
    await Promise.all(servers.map((server) => server.kill()))
  })

  test(`PostgreSQL, killed ${KILLS} times under two servers, has lost nothing that either acknowledged`, {
    timeout: 1_800_000,
  }, async () => {
    const start = await place()
    const ledgers = [createLedger('first'), createLedger('second')]
    let servers = await Promise.all([start(), start()])
    const talkers = [
      await createTalker(servers[0] as ServerProcess, 'One'),
      await createTalker(servers[0] as ServerProcess, 'Two'),
    ]
    for (let kill = 1; kill <= KILLS; kill += 1) {
      let killing: Promise<void> | undefined
      const killOnce = () => {
        killing ??= postgres.kill().then(postgres.start)
        return killing
      }
      await Promise.all(
        servers.map((server, at) =>
          liveAndDie(server, talkers[at] ?? '', ledgers[at] ?? createLedger(), {
            enough: 10 + ((kill * 23) % 40),
            async before(untilMore) {
              await killOnce()
              // Whoever waited for it has not noticed more than that.
              await untilMore(10)
            },
          }),
        ),
      )
      servers = await Promise.all([start(), start()])
      for (const server of servers)
        for (const [at, ledger] of ledgers.entries()) {
          await expectConversation(server, talkers[at] ?? '', ledger)
        }
      await expectCharacters(servers[1] as ServerProcess, talkers, merged(ledgers))
    }
    await Promise.all(servers.map((server) => server.kill()))
  })
})

/** Breaks the connections of servers whose last statement is like this; resolves with their number. */
const cutConnections = (database: string, statement: string): Promise<number> =>
  withClient(database, async (client) => {
    const { rowCount } = await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley' and query ilike $1",
      [statement],
    )
    return rowCount ?? 0
  })

/** What both hold; each has its own names. */
function merged([first = createLedger(), second = createLedger()]: ReturnType<typeof createLedger>[]) {
  return {
    ...first,
    names: new Set([...first.names, ...second.names]),
    created: new Map([...first.created, ...second.created]),
    removing: new Set([...first.removing, ...second.removing]),
    removed: new Set([...first.removed, ...second.removed]),
    versions: new Map([...first.versions, ...second.versions]),
  }
}
