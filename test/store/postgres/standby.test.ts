import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createCodecs } from '../../../src/store/codec.js'
import { KINDS } from '../../../src/store/kinds.js'
import { lockFolder, lockIdOf } from '../../../src/store/lock.js'
import { openStore } from '../../../src/store/open.js'
import { createReplica } from '../../../src/store/postgres/replica.js'
import { connectPostgres } from '../../../src/store/postgres/session.js'
import { parsePostgresUrl } from '../../../src/store/postgres/url.js'
import type { Store } from '../../../src/store/store.js'
import { hasPostgres, usePostgres, withClient } from '../../support/stores/postgres-server.js'
import { machineClock, recordingLog, silentLog, temporaryFolder } from '../../support/stores/store-folder.js'
import { aCharacter, aConversation, aMessage } from '../../support/stores/store-records.js'
import { stateOf } from '../../support/stores/store-state.js'

/** A way to the socket of a database on which connections vanish: one end hears nothing, the other is told that it is closed. */
async function openNetwork(database: string) {
  const { pathname, searchParams } = new URL(database)
  const path = join(searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const ends = new Set<readonly [client: Socket, upstream: Socket]>()
  let isAway = false
  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (isAway) return
    const upstream = connect(path)
    upstream.on('error', () => undefined)
    client.pipe(upstream)
    upstream.pipe(client, { end: false })
    ends.add([client, upstream])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closeAll = () => {
    for (const [client, upstream] of ends) {
      client.destroy()
      upstream.destroy()
    }
  }
  onTestFinished(() => {
    closeAll()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a server that listens on TCP has no other kind of address
  return {
    address: `postgres://${searchParams.get('user')}@127.0.0.1:${port}${pathname}`,
    vanish() {
      isAway = true
      for (const [client, upstream] of ends) {
        client.unpipe(upstream)
        client.resume()
        upstream.unpipe(client)
        upstream.destroy()
      }
    },
    /** Whoever is still connected is told that nobody is there. */
    comeBack() {
      isAway = false
      closeAll()
    },
  }
}

const PAIR = { characterId: 'character-1', playerId: 'player-1' }

/** Breaks the connections of all servers, or of those whose last statement is like this. */
const cutConnections = (database: string, query = '%') =>
  withClient(database, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley' and query ilike $1",
      [query],
    ),
  )

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres({ isKilled: true })

  /** A store that waits for its turn; `waiting` resolves when another one has it. */
  function open(database: string, folder: string, log = silentLog) {
    const stopping = new AbortController()
    let wait = () => {}
    const waiting = new Promise<void>((resolve) => {
      wait = resolve
    })
    const standby = {
      onWait: async () => wait(),
      signal: stopping.signal,
      machineTime: Date.now,
    }
    const opened = openStore({
      ...{ folder, log, clock: machineClock },
      database: { address: database, timers: createTimers(), standby },
    })
    onTestFinished(async () => {
      stopping.abort(new Error('the test is over'))
      await opened.then((store) => store.close()).catch(() => undefined)
    })
    return { opened, waiting, stop: (reason: Error) => stopping.abort(reason) }
  }

  async function pair() {
    const [database, folder] = [await postgres.database(), await temporaryFolder()]
    const first = await open(database, folder).opened
    const second = open(database, folder)
    await second.waiting
    return { database, folder, first, second }
  }

  const fill = async (store: Store) => {
    await store.characters.insert(aCharacter())
    await store.conversations.findOrCreate(aConversation())
    for (let count = 0; count < 5; count += 1) await store.conversations.append('conversation-1', aMessage())
  }

  test('a follower has what a new reader would read, after changes, removals and what comes back', async () => {
    const [address, folder] = [await postgres.database(), await temporaryFolder()]
    const { opened } = open(address, folder)
    const store = await opened
    const url = parsePostgresUrl(address)
    if (url === undefined) throw new Error('not an address')
    const session = await connectPostgres(url)
    onTestFinished(() => session.end())
    const codecs = createCodecs(KINDS)
    const follower = createReplica(codecs, url)
    await follower.catchUp(session)
    const steps = [
      () => fill(store),
      () => store.conversations.append('conversation-1', aMessage({ content: 'later' })),
      () => store.characters.insert(aCharacter({ id: 'other', name: 'Other' })),
      () => store.conversations.remove(PAIR),
      () => store.conversations.findOrCreate(aConversation()),
      () => store.conversations.append('conversation-1', aMessage({ content: 'anew' })),
      () => store.characters.remove('other'),
      () => store.characters.insert(aCharacter({ id: 'other', name: 'Other again' })),
    ]
    for (const step of steps) {
      await step()
      await follower.catchUp(session)
    }
    const reader = createReplica(codecs, url)
    await reader.catchUp(session)
    const [followed, read] = [follower.content(), reader.content()]
    expect(followed.seq).toBe(read.seq)
    for (const { name } of KINDS)
      expect([name, [...(followed.records.get(name) ?? [])]]).toEqual([
        name,
        [...(read.records.get(name) ?? [])],
      ])
    for (const { name } of KINDS)
      for (const id of read.records.get(name)?.keys() ?? [])
        expect([followed.rows.versionOf(name, id), followed.rows.positionOf(name, id)]).toEqual([
          read.rows.versionOf(name, id),
          read.rows.positionOf(name, id),
        ])
  })

  test('a follower that has missed entries, or followed others than there are, reads everything', async () => {
    const [address, folder] = [await postgres.database(), await temporaryFolder()]
    const store = await open(address, folder).opened
    const url = parsePostgresUrl(address)
    if (url === undefined) throw new Error('not an address')
    const session = await connectPostgres(url)
    onTestFinished(() => session.end())
    const follower = createReplica(createCodecs(KINDS), url)
    await follower.catchUp(session)
    await fill(store)
    // What an earlier version of parley writes has no entries.
    await withClient(address, (client) => client.query('delete from parley.entries'))
    await store.characters.insert(aCharacter({ id: 'other' }))
    await follower.catchUp(session)
    // Entries that PostgreSQL has lost, and given to others since.
    await withClient(address, async (client) => {
      await client.query("delete from parley.records where kind = 'characters'")
      await client.query("update parley.entries set writer = 'somebody else'")
    })
    await follower.catchUp(session)
    expect([...(follower.content().records.get('characters')?.keys() ?? [])]).toEqual([])
    expect(follower.content().records.get('messages')?.size).toBe(5)
  })

  test('of two that start at once one serves, and the other when that one stops', async () => {
    const [database, folder] = [await postgres.database(), await temporaryFolder()]
    const both = [open(database, folder), open(database, folder)]
    const first = await Promise.race(both.map(({ opened }) => opened))
    const waiting = await Promise.race(both.map((one) => one.waiting.then(() => one)))
    await fill(first)
    const before = stateOf(first)
    expect(first.leadership?.lost.aborted).toBe(false)
    await first.close()
    const second = await waiting.opened
    expect(second).not.toBe(first)
    expect(stateOf(second)).toEqual(before)
    expect(await second.conversations.append('conversation-1', aMessage())).toMatchObject({ id: 6 })
    // The folder has one lock, which is the second one's.
    expect((await readdir(folder)).filter((name) => name.startsWith('lock'))).toEqual(['lock'])
  })

  test('a server whose connection was cut keeps or loses its place, and never shares it', async () => {
    const { database, first, second } = await pair()
    await fill(first)
    await cutConnections(database, '%pg_try_advisory_lock%')
    await first.characters.insert(aCharacter({ id: 'after' }))
    await cutConnections(database)
    const late = first.characters.insert(aCharacter({ id: 'late' })).then(
      () => true,
      () => false,
    )
    const taken = second.opened.then(() => 'second')
    const outcome = await Promise.race([taken, late.then((isStored) => (isStored ? 'first' : taken))])
    if (outcome === 'first') await first.close()
    else expect(first.leadership?.lost.aborted).toBe(true)
    const characters = Object.keys(stateOf(await second.opened)['characters'] ?? {})
    expect(characters).toContain('after')
    expect(characters.includes('late')).toBe(await late)
  })

  test('a connection that PostgreSQL says it ends is lost before it is closed', async () => {
    const database = await postgres.database()
    // Of this network, only who is told by PostgreSQL hears that a connection has ended.
    const url = parsePostgresUrl((await openNetwork(database)).address)
    if (url === undefined) throw new Error('not an address')
    // The network closes it: it never hears that PostgreSQL has.
    const session = await connectPostgres(url)
    const answer = session.query("select pg_sleep(60), 'cut me'").then(
      () => 'answered',
      (error: unknown) => ({ error, isLost: session.isLost() }),
    )
    const cut = () => cutConnections(database, '%cut me%').then(({ rowCount }) => rowCount)
    await expect.poll(cut, { timeout: 20_000 }).toBe(1)
    expect(await answer).toMatchObject({ error: { code: '57P01' }, isLost: true })
  })

  test('who stands by goes on when notifications get lost and its connection breaks', async () => {
    const { database, first, second } = await pair()
    await fill(first)
    await cutConnections(database, '%listen%')
    // Nothing tells it of these.
    await withClient(database, (client) => client.query('unlisten *'))
    await first.characters.insert(aCharacter({ id: 'unheard' }))
    await first.close()
    expect(Object.keys(stateOf(await second.opened)['characters'] ?? {})).toContain('unheard')
  })

  test('after a restart of PostgreSQL one of them serves, and has everything', async () => {
    const { first, second } = await pair()
    await fill(first)
    await postgres.kill()
    await postgres.start()
    // The one that served has its place again, unless the machine was too busy to let it connect in time.
    const isStored = async () => {
      const stored = await first.characters.insert(aCharacter({ id: 'after' })).then(
        () => 'stored',
        () => 'refused',
      )
      return stored === 'refused' && first.leadership?.lost.aborted ? 'replaced' : stored
    }
    await expect.poll(isStored, { timeout: 120_000 }).not.toBe('refused')
    const hasKept = first.leadership?.lost.aborted === false
    if (hasKept) await first.close()
    const characters = Object.keys(stateOf(await second.opened)['characters'] ?? {})
    expect(characters).toEqual(hasKept ? ['character-1', 'after'] : ['character-1'])
  })

  test('a server whose place was taken while it could not know answers nobody', async () => {
    const { database, folder, first, second } = await pair()
    await fill(first)
    // As if it had been suspended, with its connection, until another one took its place.
    await withClient(database, (client) => client.query("update parley.store set writer = 'somebody else'"))
    await expect(first.characters.insert(aCharacter({ id: 'late' }))).rejects.toMatchObject({
      kind: 'unavailable',
    })
    const lost = first.leadership?.lost
    await expect.poll(() => lost?.aborted, { timeout: 10_000 }).toBe(true)
    await expect(first.leadership?.confirm()).rejects.toMatchObject({ kind: 'unavailable' })
    // The lock of the folder is another one's, as soon as that one takes it over.
    const { id } = await lockFolder(folder, await lockIdOf(folder))
    await first.close().catch(() => undefined)
    expect(await lockIdOf(folder)).toBe(id)
    second.stop(new Error('enough'))
    await expect(second.opened).rejects.toThrow()
  })

  test('a server that PostgreSQL does not hear of any more is uncertain before its successor serves', async () => {
    const [database, folder] = [await postgres.database(), await temporaryFolder()]
    const network = await openNetwork(database)
    const first = await open(network.address, folder).opened
    const second = open(database, folder)
    await second.waiting
    await fill(first)
    network.vanish()
    let isAcknowledged = false
    const late = first.characters.insert(aCharacter({ id: 'late' })).then(() => {
      isAcknowledged = true
    })
    late.catch(() => undefined)
    const successor = await second.opened
    const uncertain = first.leadership?.confirm()
    expect(uncertain).toBeDefined()
    await expect(uncertain).rejects.toMatchObject({ kind: 'unavailable' })
    expect(Object.keys(stateOf(successor)['characters'] ?? {})).toEqual(['character-1'])

    network.comeBack()
    const lost = first.leadership?.lost
    await expect.poll(() => lost?.aborted, { timeout: 20_000 }).toBe(true)
    await expect(late).rejects.toMatchObject({ kind: 'unavailable' })
    expect(isAcknowledged).toBe(false)
    await successor.characters.insert(aCharacter({ id: 'next' }))
  })

  test('two data folders, or a server that would not give up its place, are refused', async () => {
    const [database, folder, other] = [
      await postgres.database(),
      await temporaryFolder(),
      await temporaryFolder(),
    ]
    const first = await open(database, folder).opened
    await expect(open(database, other).opened).rejects.toThrow('has another data folder')
    await first.close()
    const plain = await openStore({
      ...{ folder, log: recordingLog().log, clock: machineClock },
      database: { address: database, timers: createTimers() },
    })
    onTestFinished(() => plain.close())
    await expect(open(database, folder).opened).rejects.toThrow('was started without --standby')
  })

  test('who no longer wants to wait is let go', async () => {
    const { second } = await pair()
    second.stop(new Error('stopped'))
    await expect(second.opened).rejects.toThrow('stopped')
  })
})
