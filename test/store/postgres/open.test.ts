import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { KINDS } from '../../../src/store/kinds.js'
import { openStore } from '../../../src/store/open.js'
import { MIGRATIONS } from '../../../src/store/postgres/migrations.js'
import { parsePostgresUrl } from '../../../src/store/postgres/url.js'
import { hasPostgres, usePostgres, withClient } from '../../support/stores/postgres-server.js'
import {
  machineClock,
  onDatabase,
  openTestStore,
  recordingLog,
  silentLog,
  temporaryFolder,
} from '../../support/stores/store-folder.js'
import { aCharacter } from '../../support/stores/store-records.js'
import { listingOf, stateOf } from '../../support/stores/store-state.js'

test('an address is shown without its password and parameters', () => {
  const shown = (address: string) => parsePostgresUrl(address)?.shown
  expect(shown('postgres://ada:secret@db.test:5433/parley?sslmode=require')).toBe(
    'postgres://ada@db.test:5433/parley',
  )
  expect(shown('postgresql://db.test/parley?password=secret')).toBe('postgresql://db.test/parley')
  expect(shown('postgres:///parley?host=/run/postgresql&user=ada')).toBe('postgres:///run/postgresql/parley')
  for (const other of ['mysql://db.test/parley', 'postgres', './postgres', 'postgres://['])
    expect(shown(other)).toBeUndefined()
})

test('a database that is not there is a refusal in words, and leaves the folder as it was', async () => {
  const folder = await temporaryFolder()
  const before = await listingOf(folder)
  const address = 'postgres:///parley?user=ada&password=secret&host=/nowhere'
  const opening = openStore({ folder, database: onDatabase(address), log: silentLog, clock: machineClock })
  await expect(opening).rejects.toMatchObject({
    message: expect.stringMatching(/^The database postgres:\/\/\/nowhere\/parley cannot be used: .*ENOENT/),
    hint: expect.stringContaining('PostgreSQL runs'),
  })
  await expect(opening).rejects.not.toThrow('secret')
  expect(await listingOf(folder)).toEqual(before)
})

test('there is a partition for every kind of record', () => {
  for (const { name } of KINDS) expect(MIGRATIONS.join()).toContain(`for values in ('${name}')`)
})

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()
  const open = async (database: string, folder?: string) =>
    openTestStore(folder ?? (await temporaryFolder()), { database })
  const openings = async (database: string) =>
    openStore({
      folder: await temporaryFolder(),
      database: onDatabase(database),
      log: silentLog,
      clock: machineClock,
    })

  test('a database is served by one server, until that one stops', async () => {
    const database = await postgres.database()
    const first = await open(database)
    await expect(openings(database)).rejects.toThrow(
      new RegExp(`already served by another parley, pid ${process.pid} on `),
    )
    await first.close()
    await (await openings(database)).close()
  })

  test('a server whose place another has taken writes nothing any more', async () => {
    const database = await postgres.database()
    const { log, lines } = recordingLog()
    const first = await openStore({
      folder: await temporaryFolder(),
      database: onDatabase(database),
      log,
      clock: machineClock,
    })
    onTestFinished(() => first.close().catch(() => undefined))
    await first.characters.insert(aCharacter({ id: 'before' }))
    await withClient(database, (client) =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley'",
      ),
    )
    const second = await open(database)
    await expect(first.characters.insert(aCharacter({ id: 'late' }))).rejects.toMatchObject({
      kind: 'unavailable',
    })
    expect(await first.characters.find('late')).toBeUndefined()
    expect(first.status()).toBe('failed')
    expect(lines.map(({ message }) => message)).toContain(
      'Nothing can be stored any more: writing to PostgreSQL failed',
    )
    expect(Object.keys(stateOf(second)['characters'] ?? {})).toEqual(['before'])
  })

  test('a row that somebody has changed by hand is not overwritten', async () => {
    const database = await postgres.database()
    const store = await openings(database)
    onTestFinished(() => store.close().catch(() => undefined))
    await store.characters.insert(aCharacter())
    await withClient(database, (client) =>
      client.query("update parley.records set version = version + 7 where kind = 'characters'"),
    )
    await expect(store.characters.remove('character-1')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await store.characters.find('character-1')).toEqual(aCharacter())
  })

  test('a connection that breaks while nobody writes is made anew with the next write', async () => {
    const database = await postgres.database()
    const store = await open(database)
    for (const id of ['one', 'two', 'three']) {
      await withClient(database, (client) =>
        client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley'",
        ),
      )
      await Promise.all([id, `${id} more`].map((each) => store.characters.insert(aCharacter({ id: each }))))
    }
    expect(store.status()).toBe('ok')
    await expect(openings(database)).rejects.toThrow('already served')
    await store.close()
    expect(Object.keys(stateOf(await open(database))['characters'] ?? {})).toHaveLength(6)
  })

  test('a folder and a database that do not belong together are refused', async () => {
    const [database, other] = [await postgres.database(), await postgres.database()]
    const folder = await temporaryFolder()
    const files = await openTestStore(folder)
    await files.close()
    await expect(open(database, folder)).rejects.toThrow('holds records of its own')

    const served = await temporaryFolder()
    await (await open(database, served)).close()
    await writeFile(join(served, 'secrets.json'), '{}')
    await (await open(database, served)).close()
    await expect(open(other, served)).rejects.toThrow(
      /is empty, but the data folder .* has been served before/,
    )
    await expect(openTestStore(served)).rejects.toThrow('has lost its records')
  })

  test('a database of a newer version, or in another encoding, is refused', async () => {
    const database = await postgres.database()
    await (await open(database)).close()
    await withClient(database, (client) => client.query('insert into parley.migrations (number) values (99)'))
    await expect(openings(database)).rejects.toThrow('written by a newer version of parley (migration 99')
    await withClient(database, (client) =>
      client.query("create database latin encoding 'LATIN1' template template0 locale 'C'"),
    )
    await expect(openings(database.replace(/\/parley_\d+\?/, '/latin?'))).rejects.toThrow(
      'has the encoding LATIN1',
    )
  })
})
